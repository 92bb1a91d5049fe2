// Functions of integers: fields, counts, reversal, carries, long products, packing of bytes.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint given[]; };
layout(std430, binding = 1) writeonly buffer Out { uint made[][12]; };

void main()
{
    uint own = gl_LocalInvocationIndex, a = given[own], b = given[own + 64u], carry, borrow, high, low;
    int from = int(b & 15u), count = int(b >> 4 & 15u), s_high, s_low;
    made[own][0] = bitfieldExtract(a, from, count);
    made[own][1] = uint(bitfieldExtract(int(a), from, count));
    made[own][2] = bitfieldInsert(a, b, from, count);
    made[own][3] = uint(bitCount(a)) * 256u + uint(findLSB(b & 0xffff0000u)) + uint(findMSB(a >> from)) * 65536u;
    made[own][4] = uint(findMSB(int(b)));
    made[own][5] = bitfieldReverse(a);
    made[own][6] = uaddCarry(a, b, carry) ^ carry;
    made[own][7] = usubBorrow(a, b, borrow) ^ borrow;
    umulExtended(a, b, high, low);
    imulExtended(int(a), int(b), s_high, s_low);
    made[own][8] = high ^ low;
    made[own][9] = uint(s_high) + uint(s_low);
    made[own][10] = floatBitsToUint(unpackUnorm4x8(a).y * 255.0 + unpackSnorm4x8(0x7f817f81u).z);
    made[own][11] = (a > b ? 1u : 0u) | (int(a) > int(b) ? 2u : 0u) | (a == b ? 4u : 0u);
}
