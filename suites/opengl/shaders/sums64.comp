// Sums, products and comparisons of doubles, each rounded by itself.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { double given[]; };
layout(std430, binding = 1) writeonly buffer Out { double made[][4]; };

void main()
{
    uint own = gl_LocalInvocationIndex;
    double a = given[own], b = given[own + 64u], c = given[own + 128u];
    precise double sum = a + b, product = a * b, row = a * b - c;
    made[own][0] = sum;
    made[own][1] = product;
    made[own][2] = row;
    made[own][3] = a < b ? max(b, c) : double(int(c) & 0xffff);
}
