// What IEEE 754 defines exactly: sums and products (`precise`: each rounded), comparisons, conversions, whole parts.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { float given[]; };
layout(std430, binding = 1) writeonly buffer Out { float made[][8]; };

void main()
{
    uint own = gl_LocalInvocationIndex;
    float a = given[own], b = given[own + 64u], c = given[own + 128u];
    precise float sum = a + b, difference = b - c, product = a * b, row = a * b + c;
    made[own][0] = sum;
    made[own][1] = difference;
    made[own][2] = product;
    made[own][3] = row;
    made[own][4] = min(a, b) < c ? max(b, c) : clamp(a, -1.0, 1.0);
    made[own][5] = floor(a) - ceil(b);
    made[own][6] = uintBitsToFloat(uint(int(a)));
    made[own][7] = float(int(c)) + abs(trunc(b)) * sign(a);
}
