/* Float operations on bit patterns. float.c has each operation once, exactly, on integers.  This file has the
   operations that need no rounding. float_fast.h adds host arithmetic. */
#pragma once
#include <string.h>
#include "assay.h"
#include "types.h"

enum { HALF_UP = 4 };                                  /* a fifth rounding mode, for conversions to integers only */

/* name, word, signed word, fraction bits, exponent bits, index of settings */
#define FLOATS(X) X(f16, u16, i16, 10, 5, 1) X(f32, u32, i32, 23, 8, 0) X(f64, u64, i64, 52, 11, 1)

#define EXACT(T, word, signed_, F, E, S)                                                               \
    T exact_add_##T(MODE, T a, T b);                                                                   \
    T exact_mul_##T(MODE, T a, T b);                                                                   \
    T exact_fma_##T(MODE, T a, T b, T c);                                                              \
    T fma_scaled_##T(MODE, T a, T b, T c, int n);        /* (a * b + c) * 2^n, rounded once */         \
    T sqrt_##T(MODE, T a);                                                                             \
    T exact_integral_##T(MODE, T a, int rounding);                                                     \
    T exact_fract_##T(MODE, T a);                        /* a - floor(a), below 1 (RDNA3 ISA, 16.8) */ \
    T exact_ldexp_##T(MODE, T a, i32 n);                                                               \
    T exact_frexp_mant_##T(MODE, T a);                   /* in [0.5, 1) */                             \
    T omod_##T(MODE, T a, int omod);                     /* 1: times 2; 2: times 4; 3: halved */
FLOATS(EXACT)
i16 exact_frexp_exp_f16(MODE, f16 a);
i32 exact_frexp_exp_f32(MODE, f32 a);
i32 frexp_exp_f64(MODE, f64 a);

/* cvt_<to>_<from>.  Conversions to integers saturate, and a NaN gives 0.  They raise INEXACT whenever the result is
   inexact.  The ISA raises it only under CLAMP, so the caller removes it (RDNA3 ISA, 16.8). */
f32 exact_cvt_f32_f16(MODE, f16 a);
f16 exact_cvt_f16_f32(MODE, f32 a);
f32 cvt_f32_f64(MODE, f64 a);
f64 cvt_f64_f32(MODE, f32 a);
bf16 cvt_bf16_f32(MODE, f32 a);
f32 exact_cvt_f32_i32(MODE, i32 n);
f32 exact_cvt_f32_u32(MODE, u32 n);
f64 cvt_f64_i32(MODE, i32 n);
f64 cvt_f64_u32(MODE, u32 n);
f16 exact_cvt_f16_i16(MODE, i16 n);
f16 exact_cvt_f16_u16(MODE, u16 n);
i32 exact_cvt_i32_f32(MODE, f32 a, int rounding);
u32 exact_cvt_u32_f32(MODE, f32 a, int rounding);
i32 cvt_i32_f64(MODE, f64 a);
u32 cvt_u32_f64(MODE, f64 a);
i16 exact_cvt_i16_f16(MODE, f16 a);
u16 exact_cvt_u16_f16(MODE, f16 a);
i16 exact_cvt_i16_f32(MODE, f32 a);
u16 exact_cvt_u16_f32(MODE, f32 a);
u8 exact_cvt_u8_f32(MODE, f32 a);                        /* rounded by MODE, not truncated */
i16 exact_cvt_norm_i16_f32(MODE, f32 a);                 /* a * 32767, a * 65535, rounded once by MODE and saturated */
u16 exact_cvt_norm_u16_f32(MODE, f32 a);
i16 exact_cvt_norm_i16_f16(MODE, f16 a);
u16 exact_cvt_norm_u16_f16(MODE, f16 a);

INLINE void raise_if(MODE, bool when, int flag) { fp->flags |= (u8)(when ? flag : 0); }

/* Operations without rounding: signs, classes, comparisons, selections.  They have no branches, so rows of lanes
   vectorise. */
#define SIMPLE(T, word, signed_, F, E, S) \
    enum { KEEPS_##T = S }; \
    static const word sign_of_##T = (word)((word)1 << (F + E)), infinity_##T = (word)((((word)1 << E) - 1) << F), \
                      quiet_bit_##T = (word)((word)1 << (F - 1)), one_##T = (word)((((word)1 << (E - 1)) - 1) << F); \
    INLINE word magnitude_##T(T a) { return (word)(a.bits & ~sign_of_##T); } \
    INLINE bool negative_##T(T a) { return a.bits >> (F + E); } \
    INLINE bool is_nan_##T(T a) { return magnitude_##T(a) > infinity_##T; } \
    INLINE bool is_snan_##T(T a) { return is_nan_##T(a) & !(a.bits & quiet_bit_##T); } \
    INLINE bool is_inf_##T(T a) { return magnitude_##T(a) == infinity_##T; } \
    INLINE bool is_zero_##T(T a) { return magnitude_##T(a) == 0; } \
    INLINE bool subnormal_##T(T a) { return (word)(magnitude_##T(a) - 1) < (word)(((word)1 << F) - 1); } \
    INLINE T neg_##T(T a) { return (T){ (word)(a.bits ^ sign_of_##T) }; } \
    INLINE T abs_##T(T a) { return (T){ magnitude_##T(a) }; } \
    INLINE T quiet_##T(T a) { return (T){ (word)(a.bits | (is_nan_##T(a) ? quiet_bit_##T : 0)) }; } \
    INLINE T choose_##T(bool first, T a, T b) { return (T){ (word)(b.bits ^ ((a.bits ^ b.bits) & -(word)first)) }; } \
    /* A source as the operation sees it: a subnormal is kept and noted, or a zero of its sign. */ \
    INLINE T source_##T(MODE, T a) \
    { \
        if (fp->numbers) return a; \
        bool keep = fp->denorm[S] & KEEP_IN, small = subnormal_##T(a); \
        raise_if(fp, small & keep, DENORMAL_IN); \
        return (T){ (word)(a.bits & (sign_of_##T | -(word)(keep | !small))) }; \
    } \
    /* 1 << n, n in the order of V_CMP_CLASS: sNaN qNaN -inf -normal -denormal -0 +0 +denormal +normal +inf */ \
    INLINE u32 class_##T(T a) \
    { \
        const bool s = negative_##T(a); \
        const u32 normal = s ? 8 : 256, tiny = s ? 16 : 128, zero = s ? 32 : 64, inf = s ? 4 : 512; \
        const u32 finite = is_zero_##T(a) ? zero : subnormal_##T(a) ? tiny : normal, nan = is_snan_##T(a) ? 1 : 2; \
        return is_nan_##T(a) ? nan : is_inf_##T(a) ? inf : finite; \
    } \
    /* ordered: +0 and -0 alike; total: -0 below +0 */ \
    INLINE word minus_##T(T a) { return (word) - (word)(a.bits >> (F + E)); } \
    INLINE signed_ ordered_##T(T a) { return (signed_)(word)((magnitude_##T(a) ^ minus_##T(a)) - minus_##T(a)); } \
    INLINE signed_ total_##T(T a) { return (signed_)(word)(magnitude_##T(a) ^ minus_##T(a)); } \
    INLINE bool unordered_##T(MODE, T a, T b) \
    { \
        if (fp->numbers) return false; \
        const bool nan = is_nan_##T(a) | is_nan_##T(b); \
        raise_if(fp, is_snan_##T(a) | is_snan_##T(b) | (nan & fp->signals), INVALID); \
        const bool small = subnormal_##T(a) | subnormal_##T(b), keep = fp->denorm[S] & KEEP_IN; \
        raise_if(fp, !nan & small & keep, DENORMAL_IN); \
        return nan; \
    } \
    INLINE T compared_##T(MODE, T a) \
    { \
        if (fp->numbers) return a; \
        const bool keep = fp->denorm[S] & KEEP_IN; \
        return (T){ (word)(a.bits & -(word)(keep | !subnormal_##T(a))) }; \
    } \
    INLINE bool less_##T(MODE, T a, T b) \
    { \
        const bool nan = unordered_##T(fp, a, b); \
        return !nan & (ordered_##T(compared_##T(fp, a)) < ordered_##T(compared_##T(fp, b))); \
    } \
    INLINE bool equal_##T(MODE, T a, T b) \
    { \
        const bool nan = unordered_##T(fp, a, b); \
        return !nan & (ordered_##T(compared_##T(fp, a)) == ordered_##T(compared_##T(fp, b))); \
    } \
    INLINE bool at_most_##T(MODE, T a, T b) \
    { \
        const bool nan = unordered_##T(fp, a, b); \
        return !nan & (ordered_##T(compared_##T(fp, a)) <= ordered_##T(compared_##T(fp, b))); \
    } \
    /* Two NaNs where another than the first is declared to pass. */ \
    static inline T either_##T(MODE, T a, T b) \
    { \
        const word declared = fp->made ? (word)fp->made[F == 10 ? 0 : F == 23 ? 1 : 2] : 0; \
        const bool second = fp->nan == ASSAY_NAN_LAST || \
                            (fp->nan == ASSAY_NAN_QUIET_FIRST && is_snan_##T(a) && !is_snan_##T(b)); \
        const word made = declared ? declared : (word)(infinity_##T | quiet_bit_##T); \
        return fp->nan == ASSAY_NAN_CANONICAL ? (T){ made } : second ? b : a; \
    } \
    /* RDNA3 ISA, V_MIN_F32: under IEEE a signalling NaN wins, made quiet; else a NaN loses to a number. \
       Only the setting for input denormals counts. */ \
    INLINE T select_##T(MODE, T a, T b, bool first) \
    { \
        const bool sa = is_snan_##T(a), sb = is_snan_##T(b), pass = fp->ieee; \
        const T number = choose_##T(is_nan_##T(b) | (first & !is_nan_##T(a)), a, b); \
        const T signalling = choose_##T(sa, a, b); \
        const bool declared = (fp->nan != 0) & is_nan_##T(a) & is_nan_##T(b) & !(pass & (sa != sb)); \
        fp->odd |= declared; \
        if (!fp->fast && declared) \
            return (T){ (word)(either_##T(fp, a, b).bits | (pass & (sa | sb) ? quiet_bit_##T : 0)) }; \
        raise_if(fp, sa | sb, INVALID); \
        return choose_##T(pass & (sa | sb), (T){ (word)(signalling.bits | quiet_bit_##T) }, number); \
    } \
    /* In rows a NaN is odd. */ \
    INLINE T selected_##T(MODE, T a, T b, bool first) \
    { \
        fp->odd |= !fp->numbers && (is_nan_##T(a) | is_nan_##T(b)); \
        return choose_##T(first, a, b); \
    } \
    INLINE T min_##T(MODE, T a, T b) \
    { \
        a = source_##T(fp, a); \
        b = source_##T(fp, b); \
        if (fp->fast) return selected_##T(fp, a, b, total_##T(a) < total_##T(b)); \
        return select_##T(fp, a, b, total_##T(a) < total_##T(b)); \
    } \
    INLINE T max_##T(MODE, T a, T b) \
    { \
        a = source_##T(fp, a); \
        b = source_##T(fp, b); \
        if (fp->fast) return selected_##T(fp, a, b, total_##T(a) > total_##T(b)); \
        return select_##T(fp, a, b, total_##T(a) > total_##T(b)); \
    } \
    /* To [0, 1]; -0 becomes +0; a NaN becomes 0 under DX10_CLAMP (RDNA3 ISA, 7.2.3.1). */ \
    INLINE T clamp_##T(MODE, T a) \
    { \
        const word inside = negative_##T(a) ? (word)0 : a.bits > one_##T ? one_##T : a.bits; \
        return (T){ is_nan_##T(a) ? fp->dx10_clamp ? (word)0 : a.bits : inside }; \
    }
FLOATS(SIMPLE)

#include "float_fast.h"
#include "transcend.h"
