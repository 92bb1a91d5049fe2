// Compare and swap in a loop: a sum of floats (whole numbers, so that no order rounds), a product, a largest.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer In { uint given[]; };
layout(std430, binding = 1) buffer Out { uint total, most, count, product; };

void main()
{
    uint x = given[gl_GlobalInvocationID.x], seen, wanted = 0u;
    do {
        seen = wanted;
        wanted = atomicCompSwap(total, seen, floatBitsToUint(uintBitsToFloat(seen) + float(x)));
    } while (wanted != seen);
    wanted = 1u;
    do {
        seen = wanted;
        wanted = atomicCompSwap(product, seen, seen * (2u * x + 1u));
    } while (wanted != seen);
    atomicMax(most, x);
    atomicAdd(count, 1u);
}
