/* IB_STS: the counters as a program reads them.  Whether what is outstanding has returned nobody can say, so each shows
   some value between 0 and what may still be counted (RDNA3 ISA, 5.6; Vega ISA, 3.5, 4.4). */
#include "waits.h"

/* Bits of a value between 0 and `most` that may be 0 or 1. */
static u32 doubtful(u32 most)
{
    u32 bits = 0;
    while (bits < most) bits = bits << 1 | 1;
    return bits;
}

/* The bits of `value` in their places; low bits lie in the first range. */
static u32 spread(const struct bits range[2], u32 value)
{
    const u32 first = (1u << range[0].width) - 1, second = (1u << range[1].width) - 1;
    return (value & first) << range[0].low | (value >> range[0].width & second) << range[1].low;
}

u32 counters_shown(const struct wave *w, u32 *open)
{
    const struct bits *const field[COUNTERS] = { w->t->status_vm, w->t->status_vs, w->t->status_exp,
                                                 w->t->status_lgkm };
    u32 shown = 0, known = 0;
    for (int c = 0; c < COUNTERS; c++) {
        known |= spread(field[c], ~0u) & ~spread(field[c], doubtful(w->most[c]));
        shown |= spread(field[c], w->most[c]);
    }
    *open = ~known;
    return shown;
}
