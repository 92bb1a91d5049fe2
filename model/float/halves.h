/* Rows of f16 to f32 and back: halves.c. */
#pragma once
#include "types.h"

bool host_has_halves(void);                            /* else nobody asks for the others */
#ifdef __x86_64__
/* How the host rounds from here on -> what to give back.  The loads and stores of a loop stay on their side.  Its
   exceptions, which nobody asks for, are all set: hosts take their time to set one. */
INLINE u32 round_to_zero(void)
{
    u32 was, now;
    __asm__ volatile("stmxcsr %0" : "=m"(was) : : "memory");
    was |= 0x3f;
    now = was | 3 << 13;
    __asm__ volatile("ldmxcsr %0" : : "m"(now) : "memory");
    return was;
}
INLINE void round_again(u32 was) { __asm__ volatile("ldmxcsr %0" : : "m"(was) : "memory"); }
void widen_halves(void *restrict to, const void *restrict from, int count);
/* The low half of each word; or the high one, false: a NaN is among them. */
void widen_low(float *restrict to, const u32 *restrict from, int count);
bool widen_numbers(void *restrict to, const u32 *restrict from, bool high, int count);
/* Rounded to nearest, one half behind the other or in the low half of a word each.  False: an infinity or a NaN is
   among them. */
bool narrow_halves(void *restrict to, const float *restrict from, int count);
bool narrow_words(u32 *restrict to, const float *restrict from, int count);
#else
#define round_to_zero()                      0
#define round_again(was)                     ((void)(was))
#define widen_halves(to, from, count)        ((void)(to), (void)(from), (void)(count))
#define widen_low(to, from, count)           widen_halves(to, from, count)
#define widen_numbers(to, from, high, count) ((void)(to), (void)(from), (void)(high), (void)(count), false)
#define narrow_halves(to, from, count)       ((void)(to), (void)(from), (void)(count), false)
#define narrow_words(to, from, count)        narrow_halves(to, from, count)
#endif
