/* Float operations on bit patterns.  Each exists once, exactly, by integers, in float.c; what is inline here are operations
   that need no rounding, and host shortcuts under `fp->fast`.  A shortcut serves round-to-nearest only, gives no flags, and
   marks as odd every lane on which it does not vouch for the result: such lanes are to be redone with `fast` off. */
#pragma once
#include <string.h>
#include "assay.h"
#include "types.h"

#if defined __FAST_MATH__ || (__FLT_EVAL_METHOD__ != 0 && __FLT_EVAL_METHOD__ != 16)
#error "the host shortcuts need plain IEEE float arithmetic: no -ffast-math, no x87"
#endif

enum { HALF_UP = 4 };                                  /* a fifth rounding, of conversions to integers only */

/* name, word, signed word, fraction bits, exponent bits, settings */
#define FLOATS(X) X(f16, u16, i16, 10, 5, 1) X(f32, u32, i32, 23, 8, 0) X(f64, u64, i64, 52, 11, 1)

#define EXACT(T, word, signed_, F, E, S)                                                               \
    T exact_add_##T(MODE, T a, T b);                                                                   \
    T exact_mul_##T(MODE, T a, T b);                                                                   \
    T exact_fma_##T(MODE, T a, T b, T c);                                                              \
    T fma_scaled_##T(MODE, T a, T b, T c, int n);        /* (a * b + c) * 2^n, rounded once */         \
    T div_##T(MODE, T a, T b);                                                                         \
    T sqrt_##T(MODE, T a);                                                                             \
    T exact_integral_##T(MODE, T a, int rounding);                                                     \
    T fract_##T(MODE, T a);                              /* a - floor(a), below 1 (RDNA3 ISA, 16.8) */ \
    T ldexp_##T(MODE, T a, i32 n);                                                                     \
    T frexp_mant_##T(MODE, T a);                         /* in [0.5, 1) */                             \
    T omod_##T(MODE, T a, int omod);                     /* 1: times 2, 2: times 4, 3: halved */
FLOATS(EXACT)
i16 frexp_exp_f16(MODE, f16 a);
i32 frexp_exp_f32(MODE, f32 a);
i32 frexp_exp_f64(MODE, f64 a);

/* cvt_<to>_<from>.  To integers: saturated, NaN gives 0; INEXACT is raised whenever it is so, though the ISA raises it only
   under CLAMP: the caller takes it away (RDNA3 ISA, 16.8). */
f32 exact_cvt_f32_f16(MODE, f16 a);
f16 exact_cvt_f16_f32(MODE, f32 a);
f32 cvt_f32_f64(MODE, f64 a);
f64 cvt_f64_f32(MODE, f32 a);
f32 cvt_f32_bf16(MODE, bf16 a);
bf16 cvt_bf16_f32(MODE, f32 a);
f32 exact_cvt_f32_i32(MODE, i32 n);
f32 exact_cvt_f32_u32(MODE, u32 n);
f64 cvt_f64_i32(MODE, i32 n);
f64 cvt_f64_u32(MODE, u32 n);
f16 cvt_f16_i16(MODE, i16 n);
f16 cvt_f16_u16(MODE, u16 n);
i32 exact_cvt_i32_f32(MODE, f32 a, int rounding);
u32 exact_cvt_u32_f32(MODE, f32 a, int rounding);
i32 cvt_i32_f64(MODE, f64 a);
u32 cvt_u32_f64(MODE, f64 a);
i16 cvt_i16_f16(MODE, f16 a);
u16 cvt_u16_f16(MODE, f16 a);
i16 cvt_i16_f32(MODE, f32 a);
u16 cvt_u16_f32(MODE, f32 a);
u8 cvt_u8_f32(MODE, f32 a);                              /* by MODE's rounding, not truncated */
i16 cvt_norm_i16_f32(MODE, f32 a);                       /* a * 32767, a * 65535, rounded once by MODE and saturated */
u16 cvt_norm_u16_f32(MODE, f32 a);
i16 cvt_norm_i16_f16(MODE, f16 a);
u16 cvt_norm_u16_f16(MODE, f16 a);

static inline void raise_if(MODE, bool when, int flag) { fp->flags |= (u8)(when ? flag : 0); }

/* What needs no rounding: signs, classes, comparisons, selections.  Branch-free, so that rows of lanes vectorise. */
#define SIMPLE(T, word, signed_, F, E, S)                                                                                      \
    enum { KEEPS_##T = S };                                                                                                    \
    static const word sign_of_##T = (word)((word)1 << (F + E)), infinity_##T = (word)((((word)1 << E) - 1) << F),              \
                      quiet_bit_##T = (word)((word)1 << (F - 1)), one_##T = (word)((((word)1 << (E - 1)) - 1) << F);           \
    static inline word magnitude_##T(T a)      { return (word)(a.bits & ~sign_of_##T); }                                       \
    static inline bool negative_##T(T a)       { return a.bits >> (F + E); }                                                   \
    static inline bool is_nan_##T(T a)         { return magnitude_##T(a) > infinity_##T; }                                     \
    static inline bool is_snan_##T(T a)        { return is_nan_##T(a) & !(a.bits & quiet_bit_##T); }                           \
    static inline bool is_inf_##T(T a)         { return magnitude_##T(a) == infinity_##T; }                                    \
    static inline bool is_zero_##T(T a)        { return magnitude_##T(a) == 0; }                                               \
    static inline bool subnormal_##T(T a)      { return (word)(magnitude_##T(a) - 1) < (word)(((word)1 << F) - 1); }           \
    static inline T neg_##T(T a)               { return (T){ (word)(a.bits ^ sign_of_##T) }; }                                 \
    static inline T abs_##T(T a)               { return (T){ magnitude_##T(a) }; }                                             \
    static inline T quiet_##T(T a)             { return (T){ (word)(a.bits | (is_nan_##T(a) ? quiet_bit_##T : 0)) }; }         \
    static inline T choose_##T(bool first, T a, T b)     { return (T){ (word)(b.bits ^ ((a.bits ^ b.bits) & -(word)first)) }; } \
    /* A source as the operation sees it: a subnormal is kept and noted, or a zero of its sign. */                             \
    static inline T source_##T(MODE, T a)                                                                                      \
    {                                                                                                                          \
        bool keep = fp->denorm[S] & KEEP_IN, small = subnormal_##T(a);                                                         \
        raise_if(fp, small & keep, DENORMAL_IN);                                                                               \
        return (T){ (word)(a.bits & (sign_of_##T | -(word)(keep | !small))) };                                                 \
    }                                                                                                                          \
    /* 1 << n, n in the order of V_CMP_CLASS: sNaN qNaN -inf -normal -denormal -0 +0 +denormal +normal +inf */                 \
    static inline u32 class_##T(T a)                                                                                           \
    {                                                                                                                          \
        const bool s = negative_##T(a);                                                                                        \
        const u32 normal = s ? 8 : 256, tiny = s ? 16 : 128, zero = s ? 32 : 64, inf = s ? 4 : 512;                            \
        const u32 finite = is_zero_##T(a) ? zero : subnormal_##T(a) ? tiny : normal, nan = is_snan_##T(a) ? 1 : 2;             \
        return is_nan_##T(a) ? nan : is_inf_##T(a) ? inf : finite;                                                             \
    }                                                                                                                          \
    /* ordered: +0 and -0 alike; total: -0 below +0 */                                                                         \
    static inline word minus_##T(T a)          { return (word)-(word)(a.bits >> (F + E)); }                                    \
    static inline signed_ ordered_##T(T a)     { return (signed_)(word)((magnitude_##T(a) ^ minus_##T(a)) - minus_##T(a)); }   \
    static inline signed_ total_##T(T a)       { return (signed_)(word)(magnitude_##T(a) ^ minus_##T(a)); }                    \
    static inline bool unordered_##T(MODE, T a, T b)                                                                           \
    {                                                                                                                          \
        const bool nan = is_nan_##T(a) | is_nan_##T(b);                                                                        \
        raise_if(fp, is_snan_##T(a) | is_snan_##T(b), INVALID);                                                                \
        const bool small = subnormal_##T(a) | subnormal_##T(b), keep = fp->denorm[S] & KEEP_IN;                                \
        raise_if(fp, !nan & small & keep, DENORMAL_IN);                                                                        \
        return nan;                                                                                                            \
    }                                                                                                                          \
    static inline T compared_##T(MODE, T a)                                                                                    \
    {                                                                                                                          \
        const bool keep = fp->denorm[S] & KEEP_IN;                                                                             \
        return (T){ (word)(a.bits & -(word)(keep | !subnormal_##T(a))) };                                                      \
    }                                                                                                                          \
    static inline bool less_##T(MODE, T a, T b)                                                                                \
    {                                                                                                                          \
        const bool nan = unordered_##T(fp, a, b);                                                                              \
        return !nan & (ordered_##T(compared_##T(fp, a)) < ordered_##T(compared_##T(fp, b)));                                   \
    }                                                                                                                          \
    static inline bool equal_##T(MODE, T a, T b)                                                                               \
    {                                                                                                                          \
        const bool nan = unordered_##T(fp, a, b);                                                                              \
        return !nan & (ordered_##T(compared_##T(fp, a)) == ordered_##T(compared_##T(fp, b)));                                  \
    }                                                                                                                          \
    /* Two NaNs where another than the first is declared to pass. */                                                           \
    static inline T either_##T(MODE, T a, T b)                                                                                 \
    {                                                                                                                          \
        const word declared = fp->made ? (word)fp->made[F == 10 ? 0 : F == 23 ? 1 : 2] : 0;                                    \
        const bool second = fp->nan == ASSAY_NAN_LAST || (fp->nan == ASSAY_NAN_QUIET_FIRST && is_snan_##T(a) && !is_snan_##T(b)); \
        const word made = declared ? declared : (word)(infinity_##T | quiet_bit_##T);                                          \
        return fp->nan == ASSAY_NAN_CANONICAL ? (T){ made } : second ? b : a;                                                  \
    }                                                                                                                          \
    /* RDNA3 ISA, V_MIN_F32: under IEEE a signalling NaN wins, made quiet; else a NaN loses to a number.  Only the setting     \
       for input denormals counts. */                                                                                          \
    static inline T select_##T(MODE, T a, T b, bool first)                                                                     \
    {                                                                                                                          \
        const bool sa = is_snan_##T(a), sb = is_snan_##T(b), pass = fp->ieee;                                                  \
        const T number = choose_##T(is_nan_##T(b) | (first & !is_nan_##T(a)), a, b);                                           \
        const T signalling = choose_##T(sa, a, b);                                                                             \
        const bool declared = (fp->nan != 0) & is_nan_##T(a) & is_nan_##T(b) & !(pass & (sa != sb));                            \
        fp->odd |= declared;                                                                                                   \
        if (!fp->fast && declared)                                                                                             \
            return (T){ (word)(either_##T(fp, a, b).bits | (pass & (sa | sb) ? quiet_bit_##T : 0)) };                          \
        raise_if(fp, sa | sb, INVALID);                                                                                        \
        return choose_##T(pass & (sa | sb), (T){ (word)(signalling.bits | quiet_bit_##T) }, number);                           \
    }                                                                                                                          \
    static inline T min_##T(MODE, T a, T b)                                                                                    \
    {                                                                                                                          \
        a = source_##T(fp, a);                                                                                                 \
        b = source_##T(fp, b);                                                                                                 \
        return select_##T(fp, a, b, total_##T(a) < total_##T(b));                                                              \
    }                                                                                                                          \
    static inline T max_##T(MODE, T a, T b)                                                                                    \
    {                                                                                                                          \
        a = source_##T(fp, a);                                                                                                 \
        b = source_##T(fp, b);                                                                                                 \
        return select_##T(fp, a, b, total_##T(a) > total_##T(b));                                                              \
    }                                                                                                                          \
    /* To [0, 1]; -0 becomes +0; a NaN becomes 0 under DX10_CLAMP (RDNA3 ISA, 7.2.3.1). */                                     \
    static inline T clamp_##T(MODE, T a)                                                                                       \
    {                                                                                                                          \
        const word inside = negative_##T(a) ? (word)0 : a.bits > one_##T ? one_##T : a.bits;                                   \
        return (T){ is_nan_##T(a) ? fp->dx10_clamp ? (word)0 : a.bits : inside };                                              \
    }
FLOATS(SIMPLE)

/* Host shortcuts for f32.  The host never sees a subnormal, which would cost it a hundred times a normal operation: a source
   becomes zero (and odd, unless MODE makes it zero anyway), and a tiny product is seen coming. */
static inline u32 bits_of(float x)   { u32 bits; memcpy(&bits, &x, 4); return bits; }
static inline float float_of(u32 x)  { float f; memcpy(&f, &x, 4); return f; }
static inline u64 bits_of_double(double x) { u64 bits; memcpy(&bits, &x, 8); return bits; }
static inline double double_of(u64 x) { double d; memcpy(&d, &x, 8); return d; }

/* Masks, not conditions: a compiler may turn a condition back into a jump, and then rows no longer vectorise. */
static inline u32 if_(bool yes, u32 x)        { return x & -(u32)yes; }

static inline u32 host_bits(MODE, f32 a)
{
    const bool small = subnormal_f32(a);
    fp->odd |= small & (fp->denorm[0] & KEEP_IN);
    return a.bits & (if_(!small, 0x7fffffff) | 0x80000000);
}

static inline float host(MODE, f32 a)         { return float_of(host_bits(fp, a)); }
static inline f32 guest(MODE, float x)        /* NaN: which one is not for the host to say */
{
    const f32 r = { bits_of(x) };
    fp->odd |= is_nan_f32(r);
    return r;
}

static inline f32 add_f32(MODE, f32 a, f32 b)
{
    if (!fp->fast) return exact_add_f32(fp, a, b);
    const f32 r = guest(fp, host(fp, a) + host(fp, b));
    fp->odd |= subnormal_f32(r);
    return r;
}

/* Exponents that add up to a result not surely normal: odd, and the host multiplies by zero instead. */
static inline f32 mul_f32(MODE, f32 a, f32 b)
{
    if (!fp->fast) return exact_mul_f32(fp, a, b);
    const u32 x = host_bits(fp, a), y = host_bits(fp, b), mx = x & 0x7fffffff, my = y & 0x7fffffff;
    const bool tiny = (mx != 0) & (my != 0) & ((mx >> 23) + (my >> 23) <= 127);
    fp->odd |= tiny;
    return guest(fp, float_of(if_(!tiny, x)) * float_of(y));
}

/* Small exponents all round: odd, and zero for the host; the smallest normal may have been rounded up to. */
static inline f32 one_step_fma_f32(MODE, f32 a, f32 b, f32 c)
{
    const u32 x = host_bits(fp, a), y = host_bits(fp, b), z = host_bits(fp, c), mx = x & 0x7fffffff, my = y & 0x7fffffff, mz = z & 0x7fffffff;
    const bool some = ((mx != 0) & (my != 0)) | (mz != 0), small = ((mx >> 23) + (my >> 23) <= 127 + 30) & (mz >> 23 <= 30);
    const f32 r = guest(fp, __builtin_fmaf(float_of(if_(!small, x)), float_of(y), float_of(if_(!small, z))));
    fp->odd |= (small & some) | ((r.bits & 0x7fffffff) - 1 < 0x00800000);
    return (f32){ if_(!small, r.bits) | if_(small, ((x ^ y) & z) & 0x80000000) };
}

/* The product is exact in a double.  Rounding the sum twice goes wrong only where the first lands on a middle of the second.
   A product of at least 2^-62 keeps the result from being subnormal, whatever cancels: its last bit is 2^-108. */
static inline f32 two_step_fma_f32(MODE, f32 a, f32 b, f32 c)
{
    const u32 x = host_bits(fp, a), y = host_bits(fp, b), mx = x & 0x7fffffff, my = y & 0x7fffffff;
    const bool small = (mx != 0) & (my != 0) & ((mx >> 23) + (my >> 23) < 192);
    const double sum = (double)float_of(if_(!small, x)) * (double)float_of(y) + (double)host(fp, c);
    const bool middle = ((u32)bits_of_double(sum) & 0x1fffffff) == 0x10000000;
    fp->odd |= small | middle;
    return guest(fp, (float)sum);
}

/* fp->fma: the host has the instruction. */
static inline f32 fast_fma_f32(MODE, f32 a, f32 b, f32 c)
{
    return fp->fma ? one_step_fma_f32(fp, a, b, c) : two_step_fma_f32(fp, a, b, c);
}

static inline f32 fma_f32(MODE, f32 a, f32 b, f32 c)
{
    return fp->fast ? fast_fma_f32(fp, a, b, c) : exact_fma_f32(fp, a, b, c);
}

/* v_mad_f32: rounded after the product too; subnormals are flushed whatever MODE says (Vega ISA, VOP3). */
static inline f32 mad_f32(MODE, f32 a, f32 b, f32 c)
{
    struct fp flush = *fp;
    flush.denorm[0] = 0;
    const f32 r = add_f32(&flush, mul_f32(&flush, a, b), c);
    fp->flags = flush.flags;
    fp->odd |= flush.odd;
    return r;
}

/* Below 2^23 the host's own conversion to an integer and back drops the fraction; above there is none. */
static inline f32 trunc_f32(MODE, f32 a)
{
    if (!fp->fast) return exact_integral_f32(fp, a, TO_ZERO);
    const u32 x = host_bits(fp, a);
    const bool small = (x & 0x7fffffff) < 0x4b000000;
    const float whole = (float)(i32)float_of(if_(small, x));
    return guest(fp, float_of(if_(small, bits_of(whole) | (x & 0x80000000)) | if_(!small, x)));
}

static inline f32 floor_f32(MODE, f32 a)
{
    if (!fp->fast) return exact_integral_f32(fp, a, DOWN);
    const u32 x = host_bits(fp, a);
    const bool small = (x & 0x7fffffff) < 0x4b000000;
    const float v = float_of(if_(small, x)), t = (float)(i32)v, whole = t - float_of(if_(t > v, 0x3f800000));
    return guest(fp, float_of(if_(small, bits_of(whole) | (x & 0x80000000)) | if_(!small, x)));
}

/* Adding 2^23 leaves no room for a fraction. */
static inline f32 rndne_f32(MODE, f32 a)
{
    if (!fp->fast) return exact_integral_f32(fp, a, NEAREST);
    const u32 x = host_bits(fp, a), sign = x & 0x80000000;
    const bool small = (x & 0x7fffffff) < 0x4b000000;
    const float whole = float_of(if_(small, x & 0x7fffffff)) + 0x1p23f - 0x1p23f;
    return guest(fp, float_of(if_(small, bits_of(whole) | sign) | if_(!small, x)));
}

static inline f32 ceil_f32(MODE, f32 a)       { return neg_f32(floor_f32(fp, neg_f32(a))); }

static inline f32 cvt_f32_i32(MODE, i32 n)    { return fp->fast ? guest(fp, (float)n) : exact_cvt_f32_i32(fp, n); }

/* Half of it with the lost bit kept as a sticky one rounds alike. */
static inline f32 cvt_f32_u32(MODE, u32 n)
{
    if (!fp->fast) return exact_cvt_f32_u32(fp, n);
    const bool big = n >> 31;
    return (f32){ bits_of((float)(i32)(n >> big | if_(big, n & 1))) + if_(big, 0x00800000) };
}

static inline i32 cvt_i32_f32(MODE, f32 a)
{
    if (!fp->fast) return exact_cvt_i32_f32(fp, a, TO_ZERO);
    const u32 x = if_(!subnormal_f32(a), a.bits);
    const bool inside = (x & 0x7fffffff) < 0x4f000000;
    const i32 n = (i32)float_of(if_(inside, x));
    return (i32)(if_(inside, (u32)n) | if_(!inside & !is_nan_f32(a), 0x7fffffff + (x >> 31)));
}

/* From 2^31 up half of it is converted: no bit is lost. */
static inline u32 cvt_u32_f32(MODE, f32 a)
{
    if (!fp->fast) return exact_cvt_u32_f32(fp, a, TO_ZERO);
    const bool inside = a.bits - 0x00800000 < 0x4f800000 - 0x00800000, big = a.bits >= 0x4f000000;
    const u32 n = (u32)(i32)float_of(if_(inside, a.bits - if_(big, 0x00800000)));
    return if_(inside, n << big) | if_(a.bits - 0x4f800000 <= 0x7f800000 - 0x4f800000, ~0u);
}

static inline i32 cvt_nearest_i32_f32(MODE, f32 a) { return exact_cvt_i32_f32(fp, a, HALF_UP); }      /* floor(a + 0.5) */
static inline i32 cvt_floor_i32_f32(MODE, f32 a)   { return exact_cvt_i32_f32(fp, a, DOWN); }

static inline f32 cvt_f32_f16(MODE, f16 a)
{
    if (!fp->fast) return exact_cvt_f32_f16(fp, a);
    const u32 magnitude = a.bits & 0x7fff, sign = (u32)(a.bits & 0x8000) << 16;
    const u32 rebased = (magnitude << 13) + if_(magnitude >= 0x7c00, 112u << 23) + (112u << 23);
    fp->odd |= (magnitude - 1 < 0x3ff) | (magnitude > 0x7c00);
    return (f32){ sign | if_(magnitude >= 0x400, rebased) };
}

/* A carry out of the fraction raises the exponent, as it should.  Some bodies change the rounding of f16, so it is asked for. */
static inline f16 cvt_f16_f32(MODE, f32 a)
{
    if (!fp->fast || fp->round[1] != NEAREST) return exact_cvt_f16_f32(fp, a);
    const u32 magnitude = a.bits & 0x7fffffff, sign = a.bits >> 16 & 0x8000;
    const u32 half = (magnitude - (112u << 23) + 0xfff + (magnitude >> 13 & 1)) >> 13;
    const bool plain = magnitude - 0x38800000 < 0x477fe000 - 0x38800000;                              /* 2^-14 to 65504 */
    fp->odd |= !plain & (magnitude != 0);
    return (f16){ (u16)(sign | if_(plain, half)) };
}

/* Wider and narrower floats: no shortcut. */
#define PLAIN(T)                                                                                       \
    static inline T add_##T(MODE, T a, T b)        { return exact_add_##T(fp, a, b); }                 \
    static inline T mul_##T(MODE, T a, T b)        { return exact_mul_##T(fp, a, b); }                 \
    static inline T fma_##T(MODE, T a, T b, T c)   { return exact_fma_##T(fp, a, b, c); }              \
    static inline T trunc_##T(MODE, T a)           { return exact_integral_##T(fp, a, TO_ZERO); }      \
    static inline T floor_##T(MODE, T a)           { return exact_integral_##T(fp, a, DOWN); }         \
    static inline T ceil_##T(MODE, T a)            { return exact_integral_##T(fp, a, UP); }           \
    static inline T rndne_##T(MODE, T a)           { return exact_integral_##T(fp, a, NEAREST); }
PLAIN(f16)
PLAIN(f64)

#define SUB(T, word, signed_, F, E, S) static inline T sub_##T(MODE, T a, T b) { return add_##T(fp, a, is_nan_##T(b) ? b : neg_##T(b)); }
FLOATS(SUB)
