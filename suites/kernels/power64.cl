// base^exponent modulo an odd 64-bit number by Montgomery's products: full 128-bit products of 64-bit words, carries,
// counts of zeros and shifts by them. Loops end lane by lane.
static ulong high(ulong a, ulong b)
{
    ulong low = (a & 0xffffffff) * (b & 0xffffffff), left = (a >> 32) * (b & 0xffffffff), right = (a & 0xffffffff) * (b >> 32);
    ulong middle = (low >> 32) + (left & 0xffffffff) + (right & 0xffffffff);
    return (a >> 32) * (b >> 32) + (left >> 32) + (right >> 32) + (middle >> 32);
}

// a b / 2^64 modulo m, with inverse = -1 / m modulo 2^64.
static ulong reduced(ulong a, ulong b, ulong m, ulong inverse)
{
    ulong low = a * b, sum = high(a, b), part = high(low * inverse, m) + (low != 0);
    ulong result = sum + part;
    return result < sum || result >= m ? result - m : result;
}

kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void power64(global const ulong *bases, global const ulong *exponents, global const ulong *moduli, global ulong *results)
{
    uint i = (uint)get_global_id(0);
    ulong m = moduli[i], inverse = m, one = 1, power = bases[i] % m, e = exponents[i];

    for (uint k = 0; k < 5; k++)
        inverse *= 2 - m * inverse;
    inverse = -inverse;
    for (uint k = 0; k < 64; k++) {                     // 2^64 modulo m times each, by doubling
        one = one >= m - one ? one - (m - one) : one + one;
        power = power >= m - power ? power - (m - power) : power + power;
    }
    ulong result = one;
    while (e) {
        uint zeros = (uint)__builtin_ctzl(e);
        for (uint k = 0; k < zeros; k++)
            power = reduced(power, power, m, inverse);
        result = reduced(result, power, m, inverse);
        e = (e >> zeros) - 1;
    }
    results[i] = reduced(result, 1, m, inverse);
}
