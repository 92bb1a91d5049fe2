// A tree of sums, minima and exclusive ors: a barrier in a loop, fewer invocations at work each time.
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer In { uint given[]; };
layout(std430, binding = 1) writeonly buffer Out { uint made[]; };
shared uvec3 part[256];

void main()
{
    uint own = gl_LocalInvocationIndex;
    part[own] = uvec3(given[gl_GlobalInvocationID.x]);
    barrier();
    for (uint step = 128u; step > 0u; step >>= 1) {
        if (own < step)
            part[own] = uvec3(part[own].x + part[own + step].x, min(part[own].y, part[own + step].y),
                              part[own].z ^ part[own + step].z);
        barrier();
    }
    if (own < 3u)
        made[gl_WorkGroupID.x * 3u + own] = part[0][own];
}
