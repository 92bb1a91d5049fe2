// A layer of a quantised net: sums of four products of signed bytes at a time, by the operation each family has for it,
// saturated to a byte with a scale; the last sum of each with CLAMP.
#if defined __gfx9_generic__                            // not all of these chips have one
static int DOT(int a, int b, int c, bool clamp)
{
    long sum = c;
    for (uint k = 0; k < 32; k += 8)
        sum += (char)(a >> k) * (char)(b >> k);
    return clamp && sum > 0x7fffffff ? 0x7fffffff : clamp && sum < -0x80000000l ? -0x7fffffff - 1 : (int)sum;
}
#elif defined __GFX9__
#define DOT(a, b, c, clamp) __builtin_amdgcn_sdot4(a, b, c, clamp)
#else
#define DOT(a, b, c, clamp) __builtin_amdgcn_sudot4(true, a, true, b, c, clamp)
#endif

kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void dot4(global const int *weights, global const int *inputs, global const int *biases, global char *results,
          global int *sums)
{
    uint i = (uint)get_global_id(0);
    int sum = biases[i];

#pragma nounroll
    for (uint k = 0; k < 7; k++)
        sum = DOT(weights[8 * i + k], inputs[k], sum, false);
    sum = DOT(weights[8 * i + 7], inputs[7], sum, true);
    sums[i] = sum;
    int scaled = (sum + (1 << 9)) >> 10;
    results[i] = (char)(scaled < -128 ? -128 : scaled > 127 ? 127 : scaled);
}
