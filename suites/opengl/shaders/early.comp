// Invocations that return at once, out of a loop, and at the end; a whole wave that returns.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint given[]; };
layout(std430, binding = 1) writeonly buffer Out { uint made[]; };

void main()
{
    uint at = gl_GlobalInvocationID.x, x = given[at];
    if (gl_WorkGroupID.x == 1u || x % 3u == 0u)
        return;
    for (uint n = 0u; n < x; ++n) {
        if (n * n > x) {
            made[at] = n;
            return;
        }
    }
    made[at] = 0xffffffffu;
}
