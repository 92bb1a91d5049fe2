// Atomics on a buffer, by results that no order changes: all of them, with and without a use of the old value.
#version 450
layout(local_size_x = 128) in;
layout(std430, binding = 0) readonly buffer In { uint given[]; };
layout(std430, binding = 1) buffer Unsigned { uint sum, least, most, both, any, odd; int low, high; };
layout(std430, binding = 2) buffer Slots { uint slot[16]; };

void main()
{
    uint at = gl_GlobalInvocationID.x, x = given[at];
    atomicAdd(sum, x);
    atomicMin(least, x);
    atomicMax(most, x);
    atomicAnd(both, x | 0xff00u);
    atomicOr(any, x & 0x11111111u);
    atomicXor(odd, x);
    atomicMin(low, int(x));
    atomicMax(high, int(x));
    uint old = atomicAdd(slot[15], 0u) + atomicExchange(slot[at % 8u], at % 8u + 100u);
    if (old == 0xffffffffu)
        atomicCompSwap(slot[14], 0u, 1u);
    atomicCompSwap(slot[13], 0u, 42u);
}
