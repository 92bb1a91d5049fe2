/* Rows of f16 to f32 and back: halves.c. */
#pragma once
#include "types.h"

bool host_has_halves(void);                            /* if false, the other functions are not called */
#ifdef __x86_64__
/* Sets the host's rounding and returns the previous state for round_again.  The barrier keeps loads and stores of a
   loop on their side.  It sets all exception flags, because hosts are slow to raise one. */
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
/* Convert the low half, or the high half, of each word.  False: one of them is a NaN. */
void widen_low(float *restrict to, const u32 *restrict from, int count);
bool widen_numbers(void *restrict to, const u32 *restrict from, bool high, int count);
/* Round to nearest.  Results are packed, or in the low half of a word each.  False: one of them is an infinity or a
   NaN. */
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
