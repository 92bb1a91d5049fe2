/* Vector integer operations on one lane.  Saturating rows return the exact value; the pipeline wraps it or, with clamp,
   saturates it (RDNA3 ISA, 16.7-16.10; Vega ISA, 12.7-12.10). */
#include "pipeline.h"
#include "rows_valu_int.h"

static b32  v_mov_b32(b32 a)                                      { return a; }
static b16  v_mov_b16(b16 a)                                      { return a; }
static struct b32_src0 v_swap_b32(b32 d, b32 a)                   { return (struct b32_src0){ .d = a, .src0 = d }; }
static struct b16_src0 v_swap_b16(b16 d, b16 a)                   { return (struct b16_src0){ .d = a, .src0 = d }; }
static b32  v_cndmask_b32(b32 a, b32 b, bool second)              { return second ? b : a; }
static b16  v_cndmask_b16(b16 a, b16 b, bool second)              { return second ? b : a; }

/* Sums and differences. */
static i64  v_add_nc_u32(u32 a, u32 b)                            { return (i64)a + b; }
static i64  v_sub_nc_u32(u32 a, u32 b)                            { return (i64)a - b; }
static i64  v_subrev_nc_u32(u32 a, u32 b)                         { return (i64)b - a; }
static i64  v_add_nc_i32(i32 a, i32 b)                            { return (i64)a + b; }
static i64  v_sub_nc_i32(i32 a, i32 b)                            { return (i64)a - b; }
static i64  v_add_nc_u16(u16 a, u16 b)                            { return (i64)a + b; }
static i64  v_sub_nc_u16(u16 a, u16 b)                            { return (i64)a - b; }
static i64  v_add_nc_i16(i16 a, i16 b)                            { return (i64)a + b; }
static i64  v_sub_nc_i16(i16 a, i16 b)                            { return (i64)a - b; }
static i64  v_subrev_u16(u16 a, u16 b)                            { return (i64)b - a; }
INLINE struct u32_co carried(u64 r)                               { return (struct u32_co){ (u32)r, r >> 32 != 0 }; }
static struct u32_co v_add_co_u32(u32 a, u32 b)                   { return carried((u64)a + b); }
static struct u32_co v_sub_co_u32(u32 a, u32 b)                   { return carried((u64)a - b); }
static struct u32_co v_subrev_co_u32(u32 a, u32 b)                { return carried((u64)b - a); }
static struct u32_co v_add_co_ci_u32(u32 a, u32 b, bool ci)       { return carried((u64)a + b + ci); }
static struct u32_co v_sub_co_ci_u32(u32 a, u32 b, bool ci)       { return carried((u64)a - b - ci); }
static struct u32_co v_subrev_co_ci_u32(u32 a, u32 b, bool ci)    { return carried((u64)b - a - ci); }
static u32  v_add3_u32(u32 a, u32 b, u32 c)                       { return a + b + c; }
static u32  v_xad_u32(u32 a, u32 b, u32 c)                        { return (a ^ b) + c; }
static u32  v_lshl_add_u32(u32 a, u32 n, u32 c)                   { return (a << (n & 31)) + c; }
static u32  v_add_lshl_u32(u32 a, u32 b, u32 n)                   { return (a + b) << (n & 31); }
static b32  v_lshl_or_b32(b32 a, u32 n, b32 c)                    { return a << (n & 31) | c; }
static b32  v_and_or_b32(b32 a, b32 b, b32 c)                     { return (a & b) | c; }
static b32  v_or3_b32(b32 a, b32 b, b32 c)                        { return a | b | c; }
static b32  v_xor3_b32(b32 a, b32 b, b32 c)                       { return a ^ b ^ c; }

/* Products.  24-bit sources are the low 24 bits, sign-extended for i24. */
INLINE u32 u24(u32 x)                                    { return x & 0xffffff; }
INLINE i32 i24(i32 x)                                    { return (i32)((u32)x << 8) >> 8; }
static i64  v_mul_i32_i24(i32 a, i32 b)                  { return (i64)i24(a) * i24(b); }
static i64  v_mul_u32_u24(u32 a, u32 b)                  { return (i64)u24(a) * u24(b); }
static i32  v_mul_hi_i32_i24(i32 a, i32 b)               { return (i32)((i64)i24(a) * i24(b) >> 32); }
static u32  v_mul_hi_u32_u24(u32 a, u32 b)               { return (u32)((u64)u24(a) * u24(b) >> 32); }
static i64  v_mad_i32_i24(i32 a, i32 b, i32 c)           { return (i64)i24(a) * i24(b) + c; }
static i64  v_mad_u32_u24(u32 a, u32 b, u32 c)           { return (i64)u24(a) * u24(b) + c; }
static u32  v_mul_lo_u32(u32 a, u32 b)                   { return a * b; }
static u32  v_mul_hi_u32(u32 a, u32 b)                   { return (u32)((u64)a * b >> 32); }
static i32  v_mul_hi_i32(i32 a, i32 b)                   { return (i32)((i64)a * b >> 32); }
static u16  v_mul_lo_u16(u16 a, u16 b)                   { return (u16)((u32)a * b); }
static i64  v_mad_u16(u16 a, u16 b, u16 c)               { return (i64)a * b + c; }
static i64  v_mad_i16(i16 a, i16 b, i16 c)               { return (i64)a * b + c; }
static i64  v_mad_u32_u16(u16 a, u16 b, u32 c)           { return (i64)a * b + c; }
static i64  v_mad_i32_i16(i16 a, i16 b, i32 c)           { return (i64)a * b + c; }
static struct u64_co v_mad_u64_u32(u32 a, u32 b, u64 c)  { u64 r = (u64)a * b + c; return (struct u64_co){ r, r < c }; }

/* The carry of the 65-bit signed sum. */
static struct i64_co v_mad_i64_i32(i32 a, i32 b, i64 c)
{
    i64 p = (i64)a * b;
    u64 r = (u64)p + (u64)c;
    return (struct i64_co){ (i64)r, (p < 0) ^ (c < 0) ^ (r < (u64)p) };
}

/* Minimum, maximum, median. */
static i32  v_min_i32(i32 a, i32 b)            { return a < b ? a : b; }
static i32  v_max_i32(i32 a, i32 b)            { return a > b ? a : b; }
static u32  v_min_u32(u32 a, u32 b)            { return a < b ? a : b; }
static u32  v_max_u32(u32 a, u32 b)            { return a > b ? a : b; }
static i16  v_min_i16(i16 a, i16 b)            { return a < b ? a : b; }
static i16  v_max_i16(i16 a, i16 b)            { return a > b ? a : b; }
static u16  v_min_u16(u16 a, u16 b)            { return a < b ? a : b; }
static u16  v_max_u16(u16 a, u16 b)            { return a > b ? a : b; }
static i32  v_min3_i32(i32 a, i32 b, i32 c)    { return v_min_i32(v_min_i32(a, b), c); }
static i32  v_max3_i32(i32 a, i32 b, i32 c)    { return v_max_i32(v_max_i32(a, b), c); }
static i32  v_med3_i32(i32 a, i32 b, i32 c)    { return v_max_i32(v_min_i32(a, b), v_min_i32(v_max_i32(a, b), c)); }
static u32  v_min3_u32(u32 a, u32 b, u32 c)    { return v_min_u32(v_min_u32(a, b), c); }
static u32  v_max3_u32(u32 a, u32 b, u32 c)    { return v_max_u32(v_max_u32(a, b), c); }
static u32  v_med3_u32(u32 a, u32 b, u32 c)    { return v_max_u32(v_min_u32(a, b), v_min_u32(v_max_u32(a, b), c)); }
static i16  v_min3_i16(i16 a, i16 b, i16 c)    { return v_min_i16(v_min_i16(a, b), c); }
static i16  v_max3_i16(i16 a, i16 b, i16 c)    { return v_max_i16(v_max_i16(a, b), c); }
static i16  v_med3_i16(i16 a, i16 b, i16 c)    { return v_max_i16(v_min_i16(a, b), v_min_i16(v_max_i16(a, b), c)); }
static u16  v_min3_u16(u16 a, u16 b, u16 c)    { return v_min_u16(v_min_u16(a, b), c); }
static u16  v_max3_u16(u16 a, u16 b, u16 c)    { return v_max_u16(v_max_u16(a, b), c); }
static u16  v_med3_u16(u16 a, u16 b, u16 c)    { return v_max_u16(v_min_u16(a, b), v_min_u16(v_max_u16(a, b), c)); }
static i32  v_maxmin_i32(i32 a, i32 b, i32 c)  { return v_min_i32(v_max_i32(a, b), c); }
static i32  v_minmax_i32(i32 a, i32 b, i32 c)  { return v_max_i32(v_min_i32(a, b), c); }
static u32  v_maxmin_u32(u32 a, u32 b, u32 c)  { return v_min_u32(v_max_u32(a, b), c); }
static u32  v_minmax_u32(u32 a, u32 b, u32 c)  { return v_max_u32(v_min_u32(a, b), c); }

/* Shifts: the amount is the first operand, modulo the width. */
static b32  v_lshlrev_b32(u32 n, b32 a)                           { return a << (n & 31); }
static b32  v_lshrrev_b32(u32 n, b32 a)                           { return a >> (n & 31); }
static i32  v_ashrrev_i32(u32 n, i32 a)                           { return a >> (n & 31); }
static b64  v_lshlrev_b64(u32 n, b64 a)                           { return a << (n & 63); }
static b64  v_lshrrev_b64(u32 n, b64 a)                           { return a >> (n & 63); }
static i64  v_ashrrev_i64(u32 n, i64 a)                           { return a >> (n & 63); }
static b16  v_lshlrev_b16(u16 n, b16 a)                           { return (b16)(a << (n & 15)); }
static b16  v_lshrrev_b16(u16 n, b16 a)                           { return (b16)(a >> (n & 15)); }
static i16  v_ashrrev_i16(u16 n, i16 a)                           { return (i16)(a >> (n & 15)); }

/* Bits. */
static b32  v_and_b32(b32 a, b32 b)                  { return a & b; }
static b32  v_or_b32(b32 a, b32 b)                   { return a | b; }
static b32  v_xor_b32(b32 a, b32 b)                  { return a ^ b; }
static b32  v_xnor_b32(b32 a, b32 b)                 { return ~(a ^ b); }
static b16  v_and_b16(b16 a, b16 b)                  { return a & b; }
static b16  v_or_b16(b16 a, b16 b)                   { return a | b; }
static b16  v_xor_b16(b16 a, b16 b)                  { return a ^ b; }
static b32  v_not_b32(b32 a)                         { return ~a; }
static b16  v_not_b16(b16 a)                         { return (b16)~a; }
static b32  v_bfi_b32(b32 mask, b32 a, b32 b)        { return (mask & a) | (~mask & b); }
static b32  v_bfm_b32(u32 width, u32 offset)         { return ((1u << (width & 31)) - 1) << (offset & 31); }
static u32  v_bfe_u32(u32 a, u32 offset, u32 width)  { return a >> (offset & 31) & ((1u << (width & 31)) - 1); }
/* Bits beyond the register equal the sign (RDNA3 ISA, 16.10 V_BFE_I32: width 0 gives 0). */
static i32  v_bfe_i32(i32 a, u32 offset, u32 width)
{
    u32 w = width & 31, x = (u32)(a >> (offset & 31)) & ((1u << w) - 1);
    return w == 0 ? 0 : (i32)(x << (32 - w)) >> (32 - w);
}
static b32  v_bfrev_b32(b32 a)
{
    a = (a >> 1 & 0x55555555) | (a & 0x55555555) << 1;
    a = (a >> 2 & 0x33333333) | (a & 0x33333333) << 2;
    a = (a >> 4 & 0x0f0f0f0f) | (a & 0x0f0f0f0f) << 4;
    return a << 24 | (a & 0xff00) << 8 | (a >> 8 & 0xff00) | a >> 24;
}
static i32  v_clz_i32_u32(u32 a)                                  { return a ? __builtin_clz(a) : -1; }
static i32  v_ctz_i32_b32(b32 a)                                  { return a ? __builtin_ctz(a) : -1; }
static i32  v_cls_i32(i32 a)                                      { return v_clz_i32_u32((u32)(a ^ a >> 31)); }
static u32  v_bcnt_u32_b32(b32 a, u32 b)                          { return (u32)__builtin_popcount(a) + b; }
static b32  v_alignbit_b32(b32 high, b32 low, u16 n)              { return (u32)(wide(low, high) >> (n & 31)); }
static b32  v_alignbyte_b32(b32 high, b32 low, u16 n)             { return (u32)(wide(low, high) >> 8 * (n & 3)); }
static b32  v_alignbit_whole_b32(b32 high, b32 low, u32 n)        { return (u32)(wide(low, high) >> (n & 31)); }
static b32  v_alignbyte_whole_b32(b32 high, b32 low, u32 n)       { return (u32)(wide(low, high) >> 8 * (n & 3)); }

/* Bytes. */
INLINE u32 byte(u32 x, int n)                                     { return x >> 8 * n & 0xff; }
INLINE u32 distance(u32 a, u32 b)                                 { return a > b ? a - b : b - a; }

INLINE u32 sign_bytes(u32 x)                { return (-(x >> 15 & 1) & 0xff) | (-(x >> 31) & 0xff00); }
/* Selectors 0-7 select a byte of {first source, second source}.  8-11 replicate the sign of bytes 1, 3, 5, 7.  12 gives
   0; larger ones 0xff. */
INLINE u32 permuted(u32 high, u32 low, u32 signs, u32 select)
{
    const u32 four = select & 8 ? (select & 4 ? 0xffffff00 : signs) : select & 4 ? high : low;
    return (four >> 8 * (select & 3) | -(u32)(select > 15)) & 0xff;
}
static b32  v_perm_b32(b32 high, b32 low, b32 select)
{
    const u32 signs = sign_bytes(low) | sign_bytes(high) << 16;
    u32 r = 0;
    for (int n = 0; n < 4; n++) r |= permuted(high, low, signs, byte(select, n)) << 8 * n;
    return r;
}
static b32  v_lerp_u8(b32 a, b32 b, b32 round)
{
    u32 r = 0;
    for (int n = 0; n < 4; n++) r |= (byte(a, n) + byte(b, n) + (byte(round, n) & 1)) >> 1 << 8 * n;
    return r;
}

/* Sums of absolute differences are unsigned, although the manual's heading differs (errata: sad.unsigned). */
INLINE u32 sad_bytes(u32 a, u32 b)
{
    return distance(byte(a, 0), byte(b, 0)) + distance(byte(a, 1), byte(b, 1)) + distance(byte(a, 2), byte(b, 2)) +
           distance(byte(a, 3), byte(b, 3));
}
static i64  v_sad_u8(b32 a, b32 b, u32 c)                         { return (i64)sad_bytes(a, b) + c; }
static i64  v_sad_hi_u8(b32 a, b32 b, u32 c)                      { return ((i64)sad_bytes(a, b) << 16) + c; }
static i64 v_sad_u16(b32 a, b32 b, u32 c)
{ return (i64)distance(a & 0xffff, b & 0xffff) + distance(a >> 16, b >> 16) + c; }
static i64  v_sad_u32(u32 a, u32 b, u32 c)                        { return (i64)distance(a, b) + c; }
static i64  v_msad_u8(b32 a, b32 b, u32 c)
{
    u32 sum = 0;
    for (int n = 0; n < 4; n++) sum += distance(byte(a, n), byte(b, n)) & -(u32)(byte(b, n) != 0);
    return (i64)sum + c;
}
static b16  v_sat_pk_u8_i16(b32 a)
{
    i16 low = (i16)a, high = (i16)(a >> 16);
    return (b16)((low < 0 ? 0 : low > 255 ? 255 : low) | (high < 0 ? 0 : high > 255 ? 255 : high) << 8);
}
static u32 v_cvt_pk_u16_u32(u32 a, u32 b) { return (a > 0xffff ? 0xffff : a) | (b > 0xffff ? 0xffffu : b) << 16; }
static u32 v_cvt_pk_i16_i32(i32 a, i32 b) { return ((u32)SAT_I16(a) & 0xffff) | (u32)SAT_I16(b) << 16; }
/* Dot products are exact sums of exact products; clamp saturates the sum. */
static i64 v_dot2_i32_i16(u32 a, u32 b, i32 c)
{ return (i64)(i16)a * (i16)b + (i64)(i16)(a >> 16) * (i16)(b >> 16) + c; }
static i64 v_dot2_u32_u16(u32 a, u32 b, u32 c)
{ return (i64)((u64)(a & 0xffff) * (b & 0xffff) + (u64)(a >> 16) * (b >> 16) + c); }
static i64  v_dot4_i32_i8(b32 a, b32 b, i32 c)
{
    i64 sum = c;
    for (int n = 0; n < 32; n += 8) sum += (i8)(a >> n) * (i8)(b >> n);
    return sum;
}
static i64  v_dot4_u32_u8(b32 a, b32 b, u32 c)
{
    i64 sum = c;
    for (int n = 0; n < 32; n += 8) sum += (i64)((a >> n & 0xff) * (b >> n & 0xff));
    return sum;
}
static i64  v_dot8_i32_i4(b32 a, b32 b, i32 c)
{
    i64 sum = c;
    for (int n = 0; n < 32; n += 4) sum += ((i32)(a << (28 - n)) >> 28) * ((i32)(b << (28 - n)) >> 28);
    return sum;
}
static i64  v_dot8_u32_u4(b32 a, b32 b, u32 c)
{
    i64 sum = c;
    for (int n = 0; n < 32; n += 4) sum += (i64)((a >> n & 15) * (b >> n & 15));
    return sum;
}

static i32  v_cvt_i32_i16(i16 a)                                  { return a; }
static u32  v_cvt_u32_u16(u16 a)                                  { return a; }

/* Adds the number of bits set in the mask below this lane (RDNA3 ISA, 16.10 V_MBCNT). */
INLINE u32 lanes_below(u32 lane)                                  { return (1u << (lane & 31)) - 1; }
static u32 v_mbcnt_lo_u32_b32(b32 mask, u32 c, u32 lane)
{ return (u32)__builtin_popcount(mask & (lane < 32 ? lanes_below(lane) : ~0u)) + c; }
static u32 v_mbcnt_hi_u32_b32(b32 mask, u32 c, u32 lane)
{ return (u32)__builtin_popcount(mask & (lane < 32 ? 0 : lanes_below(lane))) + c; }

#include "rows_valu_int.inc"
