/* Vector float operations on one lane (RDNA3 ISA, 16.7-16.10; Vega ISA, 12.7-12.10). */
#include "float.h"
#include "pipeline.h"
#include "rows_valu_float.h"

/* f32 */
static f32  v_add_f32(MODE, f32 a, f32 b)                         { return add_f32(fp, a, b); }
static f32  v_sub_f32(MODE, f32 a, f32 b)                         { return sub_f32(fp, a, b); }
static f32  v_subrev_f32(MODE, f32 a, f32 b)                      { return sub_f32(fp, b, a); }
static f32  v_mul_f32(MODE, f32 a, f32 b)                         { return mul_f32(fp, a, b); }
static f32  v_min_f32(MODE, f32 a, f32 b)                         { return min_f32(fp, a, b); }
static f32  v_max_f32(MODE, f32 a, f32 b)                         { return max_f32(fp, a, b); }
static f32  v_fma_f32(MODE, f32 a, f32 b, f32 c)                  { return fma_f32(fp, a, b, c); }
static f32  v_mad_f32(MODE, f32 a, f32 b, f32 c)                  { return mad_f32(fp, a, b, c); }
static f32  v_trunc_f32(MODE, f32 a)                              { return trunc_f32(fp, a); }
static f32  v_ceil_f32(MODE, f32 a)                               { return ceil_f32(fp, a); }
static f32  v_rndne_f32(MODE, f32 a)                              { return rndne_f32(fp, a); }
static f32  v_floor_f32(MODE, f32 a)                              { return floor_f32(fp, a); }
static f32  v_fract_f32(MODE, f32 a)                              { return fract_f32(fp, a); }
static f32  v_frexp_mant_f32(MODE, f32 a)                         { return frexp_mant_f32(fp, a); }
static f32  v_min3_f32(MODE, f32 a, f32 b, f32 c)                 { return min_f32(fp, min_f32(fp, a, b), c); }
static f32  v_max3_f32(MODE, f32 a, f32 b, f32 c)                 { return max_f32(fp, max_f32(fp, a, b), c); }
static f32  v_maxmin_f32(MODE, f32 a, f32 b, f32 c)               { return min_f32(fp, max_f32(fp, a, b), c); }
static f32  v_minmax_f32(MODE, f32 a, f32 b, f32 c)               { return max_f32(fp, min_f32(fp, a, b), c); }
/* The larger of the two that remain without the largest.  With a NaN it is the result of min3. */
static f32  v_med3_f32(MODE, f32 a, f32 b, f32 c)
{
    const u32 nan = !fp->numbers && (is_nan_f32(a) | (u32)is_nan_f32(b) | is_nan_f32(c));
    fp->odd |= nan;
    if (!fp->fast && nan) return min_f32(fp, min_f32(fp, a, b), c);
    const u32 first = at_most_f32(fp, b, a) & (u32)at_most_f32(fp, c, a), second = at_most_f32(fp, c, b);
    return max_f32(fp, choose_f32(first, b, a), choose_f32(first | second, c, b));
}

/* f16 */
static f16  v_add_f16(MODE, f16 a, f16 b)                         { return add_f16(fp, a, b); }
static f16  v_sub_f16(MODE, f16 a, f16 b)                         { return sub_f16(fp, a, b); }
static f16  v_subrev_f16(MODE, f16 a, f16 b)                      { return sub_f16(fp, b, a); }
static f16  v_mul_f16(MODE, f16 a, f16 b)                         { return mul_f16(fp, a, b); }
static f16  v_min_f16(MODE, f16 a, f16 b)                         { return min_f16(fp, a, b); }
static f16  v_max_f16(MODE, f16 a, f16 b)                         { return max_f16(fp, a, b); }
static f16  v_fma_f16(MODE, f16 a, f16 b, f16 c)                  { return fma_f16(fp, a, b, c); }
static f16  v_mad_f16(MODE, f16 a, f16 b, f16 c)                  { return mad_f16(fp, a, b, c); }
static f16  v_trunc_f16(MODE, f16 a)                              { return trunc_f16(fp, a); }
static f16  v_ceil_f16(MODE, f16 a)                               { return ceil_f16(fp, a); }
static f16  v_rndne_f16(MODE, f16 a)                              { return rndne_f16(fp, a); }
static f16  v_floor_f16(MODE, f16 a)                              { return floor_f16(fp, a); }
static f16  v_fract_f16(MODE, f16 a)                              { return fract_f16(fp, a); }
static f16  v_frexp_mant_f16(MODE, f16 a)                         { return frexp_mant_f16(fp, a); }
static f16  v_min3_f16(MODE, f16 a, f16 b, f16 c)                 { return min_f16(fp, min_f16(fp, a, b), c); }
static f16  v_max3_f16(MODE, f16 a, f16 b, f16 c)                 { return max_f16(fp, max_f16(fp, a, b), c); }
static f16  v_maxmin_f16(MODE, f16 a, f16 b, f16 c)               { return min_f16(fp, max_f16(fp, a, b), c); }
static f16  v_minmax_f16(MODE, f16 a, f16 b, f16 c)               { return max_f16(fp, min_f16(fp, a, b), c); }
/* The larger of the two that remain without the largest.  With a NaN it is the result of min3. */
static f16  v_med3_f16(MODE, f16 a, f16 b, f16 c)
{
    const u32 nan = !fp->numbers && (is_nan_f16(a) | (u32)is_nan_f16(b) | is_nan_f16(c));
    fp->odd |= nan;
    if (!fp->fast && nan) return min_f16(fp, min_f16(fp, a, b), c);
    const u32 first = at_most_f16(fp, b, a) & (u32)at_most_f16(fp, c, a), second = at_most_f16(fp, c, b);
    return max_f16(fp, choose_f16(first, b, a), choose_f16(first | second, c, b));
}

static i32  v_frexp_exp_i32_f32(MODE, f32 a)                      { return frexp_exp_f32(fp, a); }
static i16  v_frexp_exp_i16_f16(MODE, f16 a)                      { return frexp_exp_f16(fp, a); }
static f32  v_ldexp_f32(MODE, f32 a, i32 n)                       { return ldexp_f32(fp, a, n); }
static f16  v_ldexp_f16(MODE, f16 a, i16 n)                       { return ldexp_f16(fp, a, n); }

/* DX9 products: zero times anything is +0, also for infinity and NaN. */
INLINE f32  unless(bool zero, f32 a)                              { return choose_f32(zero, (f32){ 0 }, a); }
INLINE bool factor_is_zero(MODE, f32 a, f32 b)
{
    const bool first = is_zero_f32(source_f32(fp, a)), second = is_zero_f32(source_f32(fp, b));
    return first | second;
}
static f32  v_mul_dx9_zero_f32(MODE, f32 a, f32 b)
{
    const bool zero = factor_is_zero(fp, a, b);
    return mul_f32(fp, unless(zero, a), unless(zero, b));
}
static f32  v_fma_dx9_zero_f32(MODE, f32 a, f32 b, f32 c)
{
    const bool zero = factor_is_zero(fp, a, b);
    return fma_f32(fp, unless(zero, a), unless(zero, b), c);
}
static f32 v_mad_legacy_f32(MODE, f32 a, f32 b, f32 c) { return add_f32(fp, v_mul_dx9_zero_f32(fp, a, b), c); }

/* f64 */
static f64  v_add_f64(MODE, f64 a, f64 b)                         { return add_f64(fp, a, b); }
static f64  v_mul_f64(MODE, f64 a, f64 b)                         { return mul_f64(fp, a, b); }
static f64  v_min_f64(MODE, f64 a, f64 b)                         { return min_f64(fp, a, b); }
static f64  v_max_f64(MODE, f64 a, f64 b)                         { return max_f64(fp, a, b); }
static f64  v_fma_f64(MODE, f64 a, f64 b, f64 c)                  { return fma_f64(fp, a, b, c); }
static f64  v_ldexp_f64(MODE, f64 a, i32 n)                       { return ldexp_f64(fp, a, n); }
static f64  v_trunc_f64(MODE, f64 a)                              { return trunc_f64(fp, a); }
static f64  v_ceil_f64(MODE, f64 a)                               { return ceil_f64(fp, a); }
static f64  v_rndne_f64(MODE, f64 a)                              { return rndne_f64(fp, a); }
static f64  v_floor_f64(MODE, f64 a)                              { return floor_f64(fp, a); }
static f64  v_fract_f64(MODE, f64 a)                              { return fract_f64(fp, a); }
static f64  v_frexp_mant_f64(MODE, f64 a)                         { return frexp_mant_f64(fp, a); }
static i32  v_frexp_exp_i32_f64(MODE, f64 a)                      { return frexp_exp_f64(fp, a); }

/* Operations with a tolerance of a few ulp. */
static f32  v_exp_f32(MODE, f32 a)                                { return exp2_f32(fp, a); }
static f32  v_log_f32(MODE, f32 a)                                { return log2_f32(fp, a); }
static f32  v_rcp_f32(MODE, f32 a)                                { return rcp_f32(fp, a); }
static f32  v_rcp_iflag_f32(MODE, f32 a)                          { return rcp_iflag_f32(fp, a); }
static f32  v_rsq_f32(MODE, f32 a)                                { return rsq_f32(fp, a); }
static f32  v_sqrt_f32(MODE, f32 a)                               { return sqrt_approx_f32(fp, a); }
static f32  v_sin_f32(MODE, f32 a)                                { return sin_turns_f32(fp, a); }
static f32  v_cos_f32(MODE, f32 a)                                { return cos_turns_f32(fp, a); }
static f16  v_exp_f16(MODE, f16 a)                                { return exp2_f16(fp, a); }
static f16  v_log_f16(MODE, f16 a)                                { return log2_f16(fp, a); }
static f16  v_rcp_f16(MODE, f16 a)                                { return rcp_f16(fp, a); }
static f16  v_rsq_f16(MODE, f16 a)                                { return rsq_f16(fp, a); }
static f16  v_sqrt_f16(MODE, f16 a)                               { return sqrt_approx_f16(fp, a); }
static f16  v_sin_f16(MODE, f16 a)                                { return sin_turns_f16(fp, a); }
static f16  v_cos_f16(MODE, f16 a)                                { return cos_turns_f16(fp, a); }
static f64  v_rcp_f64(MODE, f64 a)                                { return rcp_f64(fp, a); }
static f64  v_rsq_f64(MODE, f64 a)                                { return rsq_f64(fp, a); }
static f64  v_sqrt_f64(MODE, f64 a)                               { return sqrt_approx_f64(fp, a); }
static f32  v_exp_legacy_f32(MODE, f32 a)                         { return exp2_f32(fp, a); }
static f32  v_log_legacy_f32(MODE, f32 a)                         { return log2_f32(fp, a); }

/* Conversions. */
static b32  v_pack_b32_f16(MODE, f16 a, f16 b)                    { (void)fp; return a.bits | (b32)b.bits << 16; }
static i32  v_cvt_i32_f64(MODE, f64 a)                            { return cvt_i32_f64(fp, a); }
static u32  v_cvt_u32_f64(MODE, f64 a)                            { return cvt_u32_f64(fp, a); }
static f64  v_cvt_f64_i32(MODE, i32 a)                            { return cvt_f64_i32(fp, a); }
static f64  v_cvt_f64_u32(MODE, u32 a)                            { return cvt_f64_u32(fp, a); }
static f32  v_cvt_f32_i32(MODE, i32 a)                            { return cvt_f32_i32(fp, a); }
static f32  v_cvt_f32_u32(MODE, u32 a)                            { return cvt_f32_u32(fp, a); }
static u32  v_cvt_u32_f32(MODE, f32 a)                            { return cvt_u32_f32(fp, a); }
static i32  v_cvt_i32_f32(MODE, f32 a)                            { return cvt_i32_f32(fp, a); }
static f16  v_cvt_f16_f32(MODE, f32 a)                            { return cvt_f16_f32(fp, a); }
static f32  v_cvt_f32_f16(MODE, f16 a)                            { return cvt_f32_f16(fp, a); }
static f32  v_cvt_f32_f64(MODE, f64 a)                            { return cvt_f32_f64(fp, a); }
static f64  v_cvt_f64_f32(MODE, f32 a)                            { return cvt_f64_f32(fp, a); }
static f16  v_cvt_f16_u16(MODE, u16 a)                            { return cvt_f16_u16(fp, a); }
static f16  v_cvt_f16_i16(MODE, i16 a)                            { return cvt_f16_i16(fp, a); }
static u16  v_cvt_u16_f16(MODE, f16 a)                            { return cvt_u16_f16(fp, a); }
static i16  v_cvt_i16_f16(MODE, f16 a)                            { return cvt_i16_f16(fp, a); }
static i32  v_cvt_floor_i32_f32(MODE, f32 a)                      { return cvt_floor_i32_f32(fp, a); }
static i32  v_cvt_nearest_i32_f32(MODE, f32 a)                    { return cvt_nearest_i32_f32(fp, a); }
static f32  v_cvt_f32_ubyte0(MODE, b32 a)                         { return small_f32(fp, a >> 0 & 0xff); }
static f32  v_cvt_f32_ubyte1(MODE, b32 a)                         { return small_f32(fp, a >> 8 & 0xff); }
static f32  v_cvt_f32_ubyte2(MODE, b32 a)                         { return small_f32(fp, a >> 16 & 0xff); }
static f32  v_cvt_f32_ubyte3(MODE, b32 a)                         { return small_f32(fp, (i32)(a >> 24)); }
/* A signed 4-bit number in units of 1/16: -0.5 to 0.4375. */
static f32  v_cvt_off_f32_i4(MODE, b32 a)
{ return mul_f32(fp, small_f32(fp, (i32)(a << 28) >> 28), (f32){ 0x3d800000 }); }
static b32  v_cvt_pk_rtz_f16_f32(MODE, f32 a, f32 b)
{
    struct fp zero = *fp;
    zero.round[1] = TO_ZERO;
    b32 r = cvt_f16_f32(&zero, a).bits;
    r |= (b32)cvt_f16_f32(&zero, b).bits << 16;
    fp->flags = zero.flags;
    fp->odd |= zero.odd;
    return r;
}

/* The products are exact.  The order of sums is unspecified, so a result that depends on it is undefined (`odd`). */
static f32  v_dot2_f32_f16(MODE, u32 a, u32 b, f32 c)
{
    const f32 low  = mul_f32(fp, cvt_f32_f16(fp, (f16){ (u16)a }), cvt_f32_f16(fp, (f16){ (u16)b }));
    const f32 high = mul_f32(fp, cvt_f32_f16(fp, (f16){ (u16)(a >> 16) }), cvt_f32_f16(fp, (f16){ (u16)(b >> 16) }));
    const f32 sum = add_f32(fp, add_f32(fp, c, low), high), second = add_f32(fp, add_f32(fp, c, high), low),
              third = add_f32(fp, add_f32(fp, low, high), c);
    const i64 one = total_f32(sum) - (i64)total_f32(second), two = total_f32(sum) - (i64)total_f32(third);
    fp->odd = one < -1 || one > 1 || two < -1 || two > 1;
    return sum;
}

#include "rows_valu_float.inc"
