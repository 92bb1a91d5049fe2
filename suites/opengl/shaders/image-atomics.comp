// Atomics on texels, by results that no order changes.
#version 450
layout(local_size_x = 64) in;
layout(r32ui, binding = 0) uniform uimage2D counts;
layout(std430, binding = 1) readonly buffer In { uint given[]; };

void main()
{
    uint x = given[gl_GlobalInvocationID.x];
    imageAtomicAdd(counts, ivec2(x & 7u, x >> 3 & 1u), 1u);
    imageAtomicMax(counts, ivec2(x & 7u, 2), x);
    imageAtomicXor(counts, ivec2(x & 7u, 3), x);
}
