// Loops of different length within a wave, with break and continue, and a switch that falls through.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint given[]; };
layout(std430, binding = 1) writeonly buffer Out { uint made[]; };

void main()
{
    uint x = given[gl_GlobalInvocationID.x] + 1u, steps = 0u, mixed = 0u;
    while (x != 1u) {
        ++steps;
        switch (x % 8u) {
        case 1u: mixed += x;
        case 3u: x = 3u * x + 1u; continue;
        case 5u: mixed ^= x << 3; break;
        case 6u: mixed -= 5u; x >>= 1; continue;
        default: if ((x & 1u) == 0u) { x >>= 1; continue; }
        }
        if (steps > 90u)
            break;
        x = 3u * x + 1u;
    }
    made[gl_GlobalInvocationID.x] = mixed * 256u + steps;
}
