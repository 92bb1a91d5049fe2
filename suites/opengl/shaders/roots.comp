// Quotients, roots, powers of two and logarithms. Vulkan's table of precision allows a quotient 2.5 units in the last
// place, the root of a reciprocal 2, and a root the two of them; GLSL nothing else. Both sides may err: the band is 4.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { float given[]; };
layout(std430, binding = 1) writeonly buffer Out { float made[][4]; };

void main()
{
    uint own = gl_LocalInvocationIndex;
    float a = given[own], b = given[own + 64u];
    made[own][0] = a / b;
    made[own][1] = sqrt(a);
    made[own][2] = inversesqrt(b);
    made[own][3] = 1.0 / a;
}
