/* Rows of f16 to f32 and back: halves.c. */
#pragma once
#include "types.h"

bool host_has_halves(void);                            /* else there is none of the others */
void widen_halves(void *restrict to, const void *restrict from, int count);
/* Rounded to nearest.  False: an infinity or a NaN is among them. */
bool narrow_halves(void *restrict to, const float *restrict from, int count);
