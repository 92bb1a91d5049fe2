// A buffer is cleared as radeonsi does it: each invocation stores four dwords, 64 of them 1024 bytes in a row; the last
// group runs past the end, where bounds drop what it stores.
#version 450
layout(local_size_x = 64) in;
layout(std140, binding = 0) uniform Value { uvec4 value; };
layout(std430, binding = 1) writeonly buffer Out { uvec4 made[]; };

void main()
{
    made[gl_WorkGroupID.x * 64u + gl_LocalInvocationIndex] = value;
}
