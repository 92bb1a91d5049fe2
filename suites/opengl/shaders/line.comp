// Groups along one axis, each of a wave and a half: arithmetic of integers and a division by what is not constant.
#version 450
layout(local_size_x = 96) in;
layout(std430, binding = 0) readonly buffer In { uint given[]; };
layout(std430, binding = 1) writeonly buffer Out { uint made[]; };

void main()
{
    uint at = gl_GlobalInvocationID.x, a = given[at], b = given[at ^ 1u] % 1000u + 1u;
    int s = int(a) / int(b) - int(a >> 3) % 77;
    made[at] = a / b * 3u + a % b + uint(s) + (a << (b & 31u)) + uint(abs(int(a)));
}
