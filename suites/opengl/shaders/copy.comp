// A buffer is copied as radeonsi does it: each invocation moves 32 bytes, as two rows of 64 times 16; all loads first.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly restrict buffer In { uvec4 given[]; };
layout(std430, binding = 1) writeonly restrict buffer Out { uvec4 made[]; };

void main()
{
    uint at = gl_WorkGroupID.x * 128u + gl_LocalInvocationIndex;
    uvec4 first = given[at], second = given[at + 64u];
    made[at] = first;
    made[at + 64u] = second;
}
