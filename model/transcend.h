/* Functions the ISA gives a tolerance for; ours round the true value to nearest (or fail that by a hair, see transcend.c). */
#pragma once
#include "float.h"

#define TRANSCEND(T, word, signed_, F, E, S)                                                     \
    T rcp_##T(MODE, T a);                                                                        \
    T rsq_##T(MODE, T a);                                                                        \
    T sqrt_approx_##T(MODE, T a);
FLOATS(TRANSCEND)
#define TURNS(T)                                                                                 \
    T exp2_##T(MODE, T a);                                                                       \
    T log2_##T(MODE, T a);                                                                       \
    T sin_turns_##T(MODE, T a);                          /* of a revolutions: a times 2 pi */    \
    T cos_turns_##T(MODE, T a);
TURNS(f16)
TURNS(f32)
f32 rcp_iflag_f32(MODE, f32 a);                          /* raises nothing but INT_DIV_BY_ZERO */
