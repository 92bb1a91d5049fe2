/* Rows of f16 to f32 and back: halves.c. */
#pragma once
#include "types.h"

bool host_has_halves(void);                            /* else nobody asks for the others */
#ifdef __x86_64__
void widen_halves(void *restrict to, const void *restrict from, int count);
bool widen_numbers(void *restrict to, const void *restrict from, int count);       /* the same; false: not all are */
/* Rounded to nearest.  False: an infinity or a NaN is among them. */
bool narrow_halves(void *restrict to, const float *restrict from, int count);
#else
#define widen_halves(to, from, count)     ((void)(to), (void)(from), (void)(count))
#define widen_numbers(to, from, count)    ((void)(to), (void)(from), (void)(count), false)
#define narrow_halves(to, from, count)    ((void)(to), (void)(from), (void)(count), false)
#endif
