// Running sums within a group of 128, with a barrier between reading and writing of each step.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer In { uint given[]; };
layout(std430, binding = 1) writeonly buffer Out { uint made[]; };
shared uint row[128];

void main()
{
    uint own = gl_LocalInvocationIndex;
    row[own] = given[gl_GlobalInvocationID.x];
    barrier();
    for (uint step = 1u; step < 128u; step <<= 1) {
        uint before = own >= step ? row[own - step] : 0u;
        barrier();
        row[own] += before;
        barrier();
    }
    made[gl_GlobalInvocationID.x] = row[own];
}
