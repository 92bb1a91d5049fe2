/* Functions with a tolerance in the ISA.  These round the exact value to nearest, with an error below 2^-30 ulp
   (transcend.c). */
#pragma once
#include "float.h"

#define TRANSCEND(T, word, signed_, F, E, S) \
    T exact_rcp_##T(MODE, T a); \
    T rsq_##T(MODE, T a); \
    T sqrt_approx_##T(MODE, T a);
FLOATS(TRANSCEND)
#define TURNS(T) \
    T exp2_##T(MODE, T a); \
    T log2_##T(MODE, T a); \
    T sin_turns_##T(MODE, T a);                          /* sine of a turns: a times 2 pi */ \
    T cos_turns_##T(MODE, T a);
TURNS(f16)
TURNS(f32)

INLINE f16 rcp_f16(MODE, f16 a) { return exact_rcp_f16(fp, a); }
INLINE f64 rcp_f64(MODE, f64 a) { return exact_rcp_f64(fp, a); }

/* Host arithmetic as in float.h.  Above 2^126 the result is tiny, and flushed. */
INLINE f32 rcp_f32(MODE, f32 a)
{
    if (!fp->fast) return exact_rcp_f32(fp, a);
    const u32 sign = a.bits & 0x80000000, magnitude = a.bits & 0x7fffffff, x = if_(!subnormal_f32(a), magnitude);
    const bool big = magnitude > 0x7e800000;
    fp->odd |= is_nan_f32(a);
    return (f32){ sign | if_(!big, bits_of(1.0f / float_of(if_(!big, x)))) };
}

f32 rcp_iflag_f32(MODE, f32 a);                          /* raises INT_DIV_BY_ZERO only */
