// A buffer is bound in part. What lies beyond it reads as 0, and is not written; its length is the part's.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer In { uint given[]; };
layout(std430, binding = 1) buffer Part { uint part[]; };
layout(std430, binding = 2) writeonly buffer Out { uint made[]; };

void main()
{
    uint own = gl_LocalInvocationIndex;
    made[own] = given[own] + 1u;
    part[own + 32u] = own;
    if (own == 0u)
        made[128] = uint(given.length()) * 1000u + uint(part.length());
}
