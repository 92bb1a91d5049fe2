// Counts in shared memory by atomics, joined in a buffer by atomics; the last group has work for some only.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint given[]; };
layout(std430, binding = 1) buffer Out { uint count[64]; };
shared uint own_count[64];

void main()
{
    uint own = gl_LocalInvocationIndex;
    own_count[own] = 0u;
    barrier();
    for (uint at = gl_GlobalInvocationID.x; at < 1000u; at += 64u * gl_NumWorkGroups.x)
        atomicAdd(own_count[given[at] & 63u], 1u);
    barrier();
    if (own_count[own] != 0u)
        atomicAdd(count[own], own_count[own]);
}
