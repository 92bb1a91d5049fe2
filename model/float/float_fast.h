/* Host arithmetic on whole rows of lanes, used under `fp->fast`.  It covers round-to-nearest only and raises no flags.
   It sets `fp->odd` in lanes whose result may be wrong; the caller recomputes those lanes with `fast` off.  A body with
   another rounding turns `fast` off too. fma_f32 and cvt_f16_f32 are exceptions: they also round to zero. float.h
   includes this file.  The code uses masks instead of conditions, because a compiler may turn a condition into a jump,
   which prevents vectorisation. */
#pragma once

#if defined __FAST_MATH__ || (__FLT_EVAL_METHOD__ != 0 && __FLT_EVAL_METHOD__ != 16)
#error "the host shortcuts need plain IEEE float arithmetic: no -ffast-math, no x87"
#endif

INLINE u32 bits_of(float x)   { u32 bits; memcpy(&bits, &x, 4); return bits; }
INLINE float float_of(u32 x)  { float f; memcpy(&f, &x, 4); return f; }
INLINE u64 bits_of_double(double x) { u64 bits; memcpy(&bits, &x, 8); return bits; }
INLINE double double_of(u64 x) { double d; memcpy(&d, &x, 8); return d; }
INLINE u32 if_(bool yes, u32 x)        { return x & -(u32)yes; }
INLINE i32 size_of(u32 x)              { return (i32)(x & 0x7fffffff); }     /* signed compares are cheaper in rows */

/* ---- f32.  The host never sees a subnormal, because one costs it a hundred normal operations.  A subnormal source
   becomes zero, and odd unless MODE flushes it.  Tiny products are detected before the multiplication. ---- */

/* The bits that the host uses for a source, and the bits that it should have used but does not. */
INLINE u32 seen_bits(f32 a) { return a.bits & (if_(size_of(a.bits) >= 0x00800000, 0x7fffffff) | 0x80000000); }
INLINE u32 unseen(MODE, f32 a, u32 x)  { return (a.bits ^ x) & -(u32)(fp->denorm[0] & KEEP_IN); }

INLINE u32 host_bits(MODE, f32 a)
{
    const u32 x = fp->numbers ? a.bits : seen_bits(a);
    fp->odd |= unseen(fp, a, x);
    return x;
}

INLINE float host(MODE, f32 a)         { return float_of(host_bits(fp, a)); }
INLINE f32 guest(MODE, float x)        /* a NaN: the host cannot select the right one */
{
    const f32 r = { bits_of(x) };
    fp->odd |= size_of(r.bits) > 0x7f800000;
    return r;
}

INLINE f32 add_f32(MODE, f32 a, f32 b)
{
    if (!fp->fast) return exact_add_f32(fp, a, b);
    const f32 r = guest(fp, host(fp, a) + host(fp, b));
    fp->odd |= subnormal_f32(r);
    return r;
}

/* If all magnitudes are 0 or at least 2^-63, no product is subnormal or rounded up from a subnormal. */
INLINE f32 product_of_numbers(MODE, f32 a, f32 b)
{
    enum { LEAST_FACTOR = (127 - 63) << 23 };
    fp->odd |= (u32)size_of(a.bits) - 1 < LEAST_FACTOR - 1;
    fp->odd |= (u32)size_of(b.bits) - 1 < LEAST_FACTOR - 1;
    return guest(fp, float_of(a.bits) * float_of(b.bits));
}

/* If the sum of exponents may give a subnormal result, the lane is odd and the host multiplies by zero. */
INLINE f32 mul_f32(MODE, f32 a, f32 b)
{
    if (!fp->fast) return exact_mul_f32(fp, a, b);
    if (fp->numbers) return product_of_numbers(fp, a, b);
    const u32 x = host_bits(fp, a), y = host_bits(fp, b), mx = x & 0x7fffffff, my = y & 0x7fffffff;
    const bool doubt = (mx != 0) & (my != 0) & ((i32)((mx >> 23) + (my >> 23)) <= 127);
    const u32 kept = if_(!doubt, x);
    fp->odd |= doubt;
    return guest(fp, float_of(kept) * float_of(y));
}

/* With small exponents the lane is odd unless product and sum are zero; the host then gets zeros, whose sum has the
   right sign.  The smallest normal number may be a rounded-up subnormal, so it is odd too.  A subnormal factor is below
   2^-126.  If its product is below a quarter of the addend's last bit, the sum is the addend. */
INLINE f32 one_step_fma_f32(MODE, f32 a, f32 b, f32 c)
{
    const u32 x = seen_bits(a), y = seen_bits(b), z = host_bits(fp, c);
    const i32 mx = size_of(x), my = size_of(y), mz = size_of(z), least = mx < my ? mx : my, most = mx < my ? my : mx;
    const bool felt = (most >> 23 > (mz >> 23) + 100) | (mz == 0);
    fp->odd |= if_(felt, unseen(fp, a, x) | unseen(fp, b, y));
    const bool doubt = ((mx >> 23) + (my >> 23) <= 127 + 30) & (mz < 31 << 23);
    const u32 kept = if_(!doubt, 0x7fffffff) | 0x80000000;
    const u32 r = bits_of(__builtin_fmaf(float_of(x & kept), float_of(y), float_of(z & kept)));
    fp->odd |= if_(doubt, (u32)(least | mz)) | ((r & 0x7fffffff) - 1 < 0x00800000) | (size_of(r) > 0x7f800000);
    return (f32){ r };
}

/* The product is exact in f64.  Double rounding is wrong only if the first rounding gives a midpoint of the second.  A
   product of at least 2^-62 cannot give a subnormal result, because its last bit is 2^-108. */
INLINE f32 two_step_fma_f32(MODE, f32 a, f32 b, f32 c)
{
    const u32 x = host_bits(fp, a), y = host_bits(fp, b), mx = x & 0x7fffffff, my = y & 0x7fffffff;
    const bool small = (mx != 0) & (my != 0) & ((mx >> 23) + (my >> 23) < 192);
    const double sum = (double)float_of(if_(!small, x)) * (double)float_of(y) + (double)host(fp, c);
    const bool middle = ((u32)bits_of_double(sum) & 0x1fffffff) == 0x10000000;
    fp->odd |= small | middle;
    return guest(fp, (float)sum);
}

/* Round to zero: the product and its sum in f64 are exact, and the conversion to f32 truncates.  A sum that f64 rounded
   may be too large.  It is exact if subtracting one addend gives the other, which the test on the larger one shows. */
INLINE f32 cut_fma_f32(MODE, f32 a, f32 b, f32 c)
{
    const double product = (double)host(fp, a) * (double)host(fp, b), addend = (double)host(fp, c),
                 sum = product + addend;
    const bool rounded = (sum - product != addend) | (sum - addend != product);
    const u64 bits = bits_of_double(sum), size = bits & ~0ull >> 1, cut = bits & ~0x1fffffffull;
    const bool doubt = size - 0x3810000000000000 >= 0x47f0000000000000 - 0x3810000000000000;
    const u64 kept = cut & -(u64)!doubt;
    fp->odd |= (doubt & (size != 0)) | (rounded & ((bits & 0x1fffffff) == 0));
    return (f32){ bits_of((float)double_of(kept)) | ((u32)(bits >> 32) & 0x80000000) };
}

/* One step if all operands are plain, as in most rows; other operands are odd.  An addend of at least 2^-60 prevents a
   subnormal sum, because a cancelling product has its last bit at 2^-108 or above.  A subnormal factor counts as zero,
   because the other factor is at most 2^41.  Their product is below 2^-85, less than half of a unit of the addend.
   Truncation does distinguish it. */
enum { PLAIN_ADDEND = (127 - 60) << 23, PLAIN_FACTOR = (127 + 41) << 23, INFINITE_F32 = 0x7f800000 };
INLINE f32 plain_fma_f32(MODE, f32 a, f32 b, f32 c)
{
    const i32 ma = size_of(a.bits), mb = size_of(b.bits), mc = size_of(c.bits);
    const float x = float_of(if_(ma >= 0x00800000, a.bits)), y = float_of(if_(mb >= 0x00800000, b.bits));
    fp->odd |= (u32)((PLAIN_FACTOR - ma) | (PLAIN_FACTOR - mb) | (mc - PLAIN_ADDEND) | (INFINITE_F32 - mc)) >> 31;
    if (fp->round[0] == TO_ZERO) fp->odd |= (u32)(ma - size_of(bits_of(x))) | (u32)(mb - size_of(bits_of(y)));
    return (f32){ bits_of(__builtin_fmaf(x, y, float_of(c.bits))) };
}

/* fp->fma: the host has fused multiply-add. */
INLINE f32 fast_fma_f32(MODE, f32 a, f32 b, f32 c)
{
    if (fp->plain || fp->wide) return plain_fma_f32(fp, a, b, c);
    return fp->fma ? one_step_fma_f32(fp, a, b, c) : two_step_fma_f32(fp, a, b, c);
}

INLINE f32 fma_f32(MODE, f32 a, f32 b, f32 c)
{
    if (!fp->fast) return exact_fma_f32(fp, a, b, c);
    return fp->round[0] == TO_ZERO && !fp->wide ? cut_fma_f32(fp, a, b, c) : fast_fma_f32(fp, a, b, c);
}

/* v_mad_f32 rounds after the product too.  It flushes subnormals regardless of MODE (Vega ISA, VOP3). */
INLINE f32 mad_f32(MODE, f32 a, f32 b, f32 c)
{
    struct fp flush = *fp;
    flush.denorm[0] = 0;
    const f32 r = add_f32(&flush, mul_f32(&flush, a, b), c);
    fp->flags = flush.flags;
    fp->odd |= flush.odd;
    return r;
}

/* Below 2^23 the host's conversion to an integer and back drops the fraction.  Larger numbers have no fraction. */
INLINE f32 trunc_f32(MODE, f32 a)
{
    if (!fp->fast) return exact_integral_f32(fp, a, TO_ZERO);
    const u32 x = host_bits(fp, a);
    const bool small = size_of(x) < 0x4b000000;
    const float whole = (float)(i32)float_of(if_(small, x));
    return guest(fp, float_of(if_(small, bits_of(whole) | (x & 0x80000000)) | if_(!small, x)));
}

INLINE f32 floor_f32(MODE, f32 a)
{
    if (!fp->fast) return exact_integral_f32(fp, a, DOWN);
    const u32 x = host_bits(fp, a);
    const bool small = size_of(x) < 0x4b000000;
    const float v = float_of(if_(small, x)), t = (float)(i32)v, whole = t - float_of(if_(t > v, 0x3f800000));
    return guest(fp, float_of(if_(small, bits_of(whole) | (x & 0x80000000)) | if_(!small, x)));
}

/* Adding 2^23 leaves no bits for a fraction. */
INLINE f32 rndne_f32(MODE, f32 a)
{
    if (!fp->fast) return exact_integral_f32(fp, a, NEAREST);
    const u32 x = host_bits(fp, a), sign = x & 0x80000000;
    const bool small = size_of(x) < 0x4b000000;
    const float whole = float_of(if_(small, x & 0x7fffffff)) + 0x1p23f - 0x1p23f;
    return guest(fp, float_of(if_(small, bits_of(whole) | sign) | if_(!small, x)));
}

INLINE f32 ceil_f32(MODE, f32 a)       { return neg_f32(floor_f32(fp, neg_f32(a))); }

INLINE f32 cvt_f32_i32(MODE, i32 n)    { return fp->fast ? (f32){ bits_of((float)n) } : exact_cvt_f32_i32(fp, n); }

/* Integers of at most 24 bits convert exactly, so MODE has no effect. */
INLINE f32 small_f32(MODE, i32 n)      { (void)fp; return (f32){ bits_of((float)n) }; }

/* Converts half of the number with the lost bit as a sticky bit.  This rounds identically. */
INLINE f32 cvt_f32_u32(MODE, u32 n)
{
    if (!fp->fast) return exact_cvt_f32_u32(fp, n);
    const bool big = n >> 31;
    return (f32){ bits_of((float)(i32)(n >> big | if_(big, n & 1))) + if_(big, 0x00800000) };
}

/* The integer part if an i32 can hold it, else the nearest limit.  `change` is added in the first case only. */
INLINE i32 saturated_i32(f32 a, i32 n, i32 change)
{
    const bool inside = size_of(a.bits) < 0x4f000000;
    return (i32)(if_(inside, (u32)(n + change)) | if_(!inside & !is_nan_f32(a), 0x7fffffff + (a.bits >> 31)));
}

INLINE float inside_i32(f32 a)
{
    const i32 size = size_of(a.bits);
    return float_of(if_((size >= 0x00800000) & (size < 0x4f000000), a.bits));
}

INLINE i32 cvt_i32_f32(MODE, f32 a)
{ return fp->fast ? saturated_i32(a, (i32)inside_i32(a), 0) : exact_cvt_i32_f32(fp, a, TO_ZERO); }

/* From 2^23 on there is no fraction.  The floor of a negative subnormal is -1, unless MODE flushes it. */
INLINE i32 cvt_floor_i32_f32(MODE, f32 a)
{
    if (!fp->fast) return exact_cvt_i32_f32(fp, a, DOWN);
    const float x = inside_i32(a);
    const i32 n = (i32)x;
    fp->odd |= subnormal_f32(a);
    return saturated_i32(a, n, -((float)n > x));
}

/* floor(a + 0.5) without a sum that could round: the truncated part is exact. */
INLINE i32 cvt_nearest_i32_f32(MODE, f32 a)
{
    if (!fp->fast) return exact_cvt_i32_f32(fp, a, HALF_UP);
    const float x = inside_i32(a);
    const i32 n = (i32)x;
    const float rest = x - (float)n;
    return saturated_i32(a, n, (rest >= 0.5f) - (rest < -0.5f));
}

/* From 2^31 on half of the number is converted, which loses no bit. */
INLINE u32 cvt_u32_f32(MODE, f32 a)
{
    if (!fp->fast) return exact_cvt_u32_f32(fp, a, TO_ZERO);
    const bool inside = a.bits - 0x00800000 < 0x4f800000 - 0x00800000, big = a.bits >= 0x4f000000;
    const u32 n = (u32)(i32)float_of(if_(inside, a.bits - if_(big, 0x00800000)));
    return if_(inside, n << big) | if_(a.bits - 0x4f800000 <= 0x7f800000 - 0x4f800000, ~0u);
}

/* ---- f16, computed in f32.  24 bits are at least twice 11 bits plus two.  So rounding a sum or product to f32 and
   then to f16 equals rounding once, if the f16 is normal.  Products are exact.  A sum of three is wrong if the first
   rounding gives a midpoint of the second.  Under fp->wide the row converts all f16 before and rounds results after, so
   no source is odd. ---- */

INLINE float host_f16(MODE, f16 a)
{
    if (fp->wide) return a.wide;
    const i32 magnitude = a.bits & 0x7fff;
    const bool normal = magnitude > 0x3ff, special = magnitude > 0x7bff;
    fp->odd |= if_(!normal, (u32)magnitude) & -(u32)(fp->denorm[1] & KEEP_IN);
    fp->odd |= special;
    return float_of((u32)(a.bits & 0x8000) << 16 | if_(normal, (u32)(magnitude << 13) + (112u << 23)));
}

/* A carry out of the fraction increments the exponent, as it must.  Results below 2^-14 and above 65504 are odd. */
INLINE f16 nearest_f16(MODE, float x, u32 up)
{
    if (fp->wide) return (f16){ .wide = x };
    const u32 bits = bits_of(x), magnitude = bits & 0x7fffffff;
    const u32 half = (magnitude - (112u << 23) + up) >> 13;
    const bool plain = magnitude - 0x38800000 < 0x477fe001 - 0x38800000;
    fp->odd |= if_(!plain, magnitude);
    return (f16){ (u16)((bits >> 16 & 0x8000) | if_(plain, half)) };
}

INLINE bool tiny_f16(u32 bits)         { return (bits & 0x7fffffff) - 1 < 0x38800000 - 1; }
INLINE f16 guest_f16(MODE, float x)    { return nearest_f16(fp, x, 0xfff + (bits_of(x) >> 13 & 1)); }

INLINE f16 add_f16(MODE, f16 a, f16 b)
{ return fp->fast ? guest_f16(fp, host_f16(fp, a) + host_f16(fp, b)) : exact_add_f16(fp, a, b); }

INLINE f16 sub_f16(MODE, f16 a, f16 b)
{
    if (!fp->fast) return exact_add_f16(fp, a, is_nan_f16(b) ? b : neg_f16(b));
    return guest_f16(fp, host_f16(fp, a) - host_f16(fp, b));
}

INLINE f16 mul_f16(MODE, f16 a, f16 b)
{ return fp->fast ? guest_f16(fp, host_f16(fp, a) * host_f16(fp, b)) : exact_mul_f16(fp, a, b); }

/* The sum is exact if subtracting one addend gives the other, which the test on the larger one shows.  A midpoint of
   two subnormals has more zeros below it. */
INLINE f16 fma_f16(MODE, f16 a, f16 b, f16 c)
{
    if (!fp->fast) return exact_fma_f16(fp, a, b, c);
    const float product = host_f16(fp, a) * host_f16(fp, b), addend = host_f16(fp, c), sum = product + addend;
    const bool rounded = (sum - product != addend) | (sum - addend != product);
    fp->odd |= rounded & (fp->wide ? (bits_of(sum) & 0xfff) == 0 : (bits_of(sum) & 0x1fff) == 0x1000);
    return guest_f16(fp, sum);
}

/* A result that is used as a source.  Wide values are rounded here if they are normal. */
INLINE f16 again_f16(MODE, f16 a)
{
    if (!fp->wide) return a;
    const u32 bits = bits_of(a.wide);
    fp->odd |= (u32)tiny_f16(bits) | (size_of(bits) >= 0x477ff000);
    return (f16){ .wide = float_of((bits + 0xfff + (bits >> 13 & 1)) & ~0x1fffu) };
}

INLINE f16 mad_f16(MODE, f16 a, f16 b, f16 c)    { return add_f16(fp, again_f16(fp, mul_f16(fp, a, b)), c); }

/* Integral values are exact in f16.  The steps are those of f32, without subnormals and without rounding of the
   result. */
#define INTEGRAL_F16(name, rounding) \
    INLINE f16 name##_f16(MODE, f16 a) \
    { \
        if (!fp->fast) return exact_integral_f16(fp, a, rounding); \
        return nearest_f16(fp, float_of(name##_f32(fp, (f32){ bits_of(host_f16(fp, a)) }).bits), 0); \
    }
INTEGRAL_F16(trunc, TO_ZERO)
INTEGRAL_F16(floor, DOWN)
INTEGRAL_F16(ceil, UP)
INTEGRAL_F16(rndne, NEAREST)

INLINE f16 cvt_f16_i16(MODE, i16 n)    { return fp->fast ? guest_f16(fp, (float)n) : exact_cvt_f16_i16(fp, n); }
INLINE f16 cvt_f16_u16(MODE, u16 n) { return fp->fast ? guest_f16(fp, (float)(i32)n) : exact_cvt_f16_u16(fp, n); }

INLINE i16 cvt_i16_f16(MODE, f16 a)
{
    if (!fp->fast) return exact_cvt_i16_f16(fp, a);
    const i32 n = (i32)host_f16(fp, a), least = n < -0x8000 ? -0x8000 : n;
    return (i16)(least > 0x7fff ? 0x7fff : least);
}

INLINE u16 cvt_u16_f16(MODE, f16 a)
{
    if (!fp->fast) return exact_cvt_u16_f16(fp, a);
    const i32 n = (i32)host_f16(fp, a);
    return (u16)(n < 0 ? 0 : n);
}

/* Every f16 but NaNs.  A subnormal is its fraction in units of 2^-24. */
INLINE f32 cvt_f32_f16(MODE, f16 a)
{
    if (!fp->fast) return exact_cvt_f32_f16(fp, a);
    if (fp->wide) return guest(fp, a.wide);
    const i32 magnitude = a.bits & 0x7fff;
    const u32 tiny = bits_of((float)magnitude * 0x1p-24f), keep = -(u32)(fp->denorm[1] & KEEP_IN);
    const u32 rebased = (u32)(magnitude << 13) + (112u << 23) + if_(magnitude > 0x7bff, 112u << 23);
    fp->odd |= magnitude > 0x7c00;
    return (f32){ (u32)(a.bits & 0x8000) << 16 | if_(magnitude > 0x3ff, rebased) |
                  (if_(magnitude < 0x400, tiny) & keep) };
}

INLINE f16 cvt_f16_f32(MODE, f32 a)
{
    if (!fp->fast) return exact_cvt_f16_f32(fp, a);
    if (fp->round[1] != TO_ZERO) return guest_f16(fp, float_of(a.bits));
    fp->odd |= fp->wide & tiny_f16(a.bits);
    return nearest_f16(fp, float_of(a.bits & ~0x1fffu), 0);
}

/* ---- to integers of 8 and 16 bits: saturating twice equals saturating once ---- */

INLINE i32 between(i32 n, i32 least, i32 most)
{
    const i32 up = n < least ? least : n;
    return up > most ? most : up;
}

INLINE i16 cvt_i16_f32(MODE, f32 a)
{ return fp->fast ? (i16)between(cvt_i32_f32(fp, a), INT16_MIN, INT16_MAX) : exact_cvt_i16_f32(fp, a); }
INLINE u16 cvt_u16_f32(MODE, f32 a)
{ return fp->fast ? (u16)between(cvt_i32_f32(fp, a), 0, UINT16_MAX) : exact_cvt_u16_f32(fp, a); }
INLINE u8 cvt_u8_f32(MODE, f32 a)
{ return fp->fast ? (u8)between(cvt_i32_f32(fp, rndne_f32(fp, a)), 0, UINT8_MAX) : exact_cvt_u8_f32(fp, a); }

/* The magnitude, at most 1.  NaNs and subnormals give 0. */
INLINE u32 fraction_bits(u32 bits)
{
    const i32 size = size_of(bits);
    const u32 inside = (u32)(size < 0x3f800000 ? size : 0x3f800000);
    return if_((size >= 0x00800000) & (size <= 0x7f800000), inside);
}

/* x * (span - 1) = x * span - x, with an exact x * span.  The remainder after subtracting the nearest integer decides
   the rounding.  A remainder of a half or more is odd, because it may be rounded. */
INLINE i32 fraction_of(MODE, u32 bits, float span)
{
    const float x = float_of(bits), whole = x * span, n = (whole - x) + 0x1.8p23f - 0x1.8p23f;
    fp->odd |= size_of(bits_of((whole - n) - x)) >= 0x3f000000;
    return (i32)n;
}

INLINE i16 norm_i16(MODE, u32 bits) { return (i16)fraction_of(fp, fraction_bits(bits) | (bits & 0x80000000), 0x1p15f); }
INLINE u16 norm_u16(MODE, u32 bits) { return (u16)fraction_of(fp, if_(!(bits >> 31), fraction_bits(bits)), 0x1p16f); }
INLINE i16 cvt_norm_i16_f32(MODE, f32 a) { return fp->fast ? norm_i16(fp, a.bits) : exact_cvt_norm_i16_f32(fp, a); }
INLINE u16 cvt_norm_u16_f32(MODE, f32 a) { return fp->fast ? norm_u16(fp, a.bits) : exact_cvt_norm_u16_f32(fp, a); }
INLINE i16 cvt_norm_i16_f16(MODE, f16 a)
{ return fp->fast ? norm_i16(fp, bits_of(host_f16(fp, a))) : exact_cvt_norm_i16_f16(fp, a); }
INLINE u16 cvt_norm_u16_f16(MODE, f16 a)
{ return fp->fast ? norm_u16(fp, bits_of(host_f16(fp, a))) : exact_cvt_norm_u16_f16(fp, a); }

/* ---- f32 and f16: exponents as integers, for numbers that are normal before and after ---- */

#define EXPONENTS(T, word, F, E, S, exponent) \
    INLINE T ldexp_##T(MODE, T a, i32 n) \
    { \
        if (!fp->fast) return exact_ldexp_##T(fp, a, n); \
        const u32 m = magnitude_##T(a), from = m >> F, to = from + (u32)n; \
        const bool plain = (from - 1 < (1u << E) - 2) & (to - 1 < (1u << E) - 2); \
        fp->odd |= if_(!plain, m); \
        return (T){ (word)(a.bits + if_(plain, (u32)n << F)) }; \
    } \
    INLINE T frexp_mant_##T(MODE, T a) \
    { \
        if (!fp->fast) return exact_frexp_mant_##T(fp, a); \
        const u32 m = magnitude_##T(a); \
        const bool plain = (m >> F) - 1 < (1u << E) - 2; \
        fp->odd |= if_(!plain, m); \
        return (T){ (word)((a.bits & if_(plain, sign_of_##T | ((1u << F) - 1))) | \
                           if_(plain, ((1u << (E - 1)) - 2) << F) | if_(!plain, a.bits)) }; \
    } \
    INLINE exponent frexp_exp_##T(MODE, T a) \
    { \
        if (!fp->fast) return exact_frexp_exp_##T(fp, a); \
        const u32 m = magnitude_##T(a); \
        const bool plain = (m >> F) - 1 < (1u << E) - 2; \
        fp->odd |= if_(!plain, m); \
        return (exponent)if_(plain, (m >> F) - ((1u << (E - 1)) - 2)); \
    }
EXPONENTS(f16, u16, 10, 5, 1, i16)
EXPONENTS(f32, u32, 23, 8, 0, i32)

/* For tiny negative numbers the sum rounds up to 1. */
INLINE f32 fract_f32(MODE, f32 a)
{
    if (!fp->fast) return exact_fract_f32(fp, a);
    const f32 r = add_f32(fp, a, neg_f32(floor_f32(fp, a)));
    return (f32){ r.bits - (r.bits == one_f32) };
}
INLINE f16 fract_f16(MODE, f16 a)
{
    if (!fp->fast) return exact_fract_f16(fp, a);
    const f16 r = again_f16(fp, sub_f16(fp, a, floor_f16(fp, a)));
    if (fp->wide) return (f16){ .wide = r.wide == 1 ? 0x1.ffcp-1f : r.wide };
    return (f16){ (u16)(r.bits - (r.bits == one_f16)) };
}

/* ---- f64: exact functions only ---- */

INLINE f64 add_f64(MODE, f64 a, f64 b)        { return exact_add_f64(fp, a, b); }
INLINE f64 mul_f64(MODE, f64 a, f64 b)        { return exact_mul_f64(fp, a, b); }
INLINE f64 fma_f64(MODE, f64 a, f64 b, f64 c) { return exact_fma_f64(fp, a, b, c); }
INLINE f64 trunc_f64(MODE, f64 a)             { return exact_integral_f64(fp, a, TO_ZERO); }
INLINE f64 floor_f64(MODE, f64 a)             { return exact_integral_f64(fp, a, DOWN); }
INLINE f64 ceil_f64(MODE, f64 a)              { return exact_integral_f64(fp, a, UP); }
INLINE f64 rndne_f64(MODE, f64 a)             { return exact_integral_f64(fp, a, NEAREST); }
INLINE f64 fract_f64(MODE, f64 a)             { return exact_fract_f64(fp, a); }
INLINE f64 ldexp_f64(MODE, f64 a, i32 n)      { return exact_ldexp_f64(fp, a, n); }
INLINE f64 frexp_mant_f64(MODE, f64 a)        { return exact_frexp_mant_f64(fp, a); }

#define SUB(T, word, signed_, F, E, S) \
    INLINE T sub_##T(MODE, T a, T b) { return add_##T(fp, a, is_nan_##T(b) ? b : neg_##T(b)); }
SUB(f32, u32, i32, 23, 8, 0)
SUB(f64, u64, i64, 52, 11, 1)
