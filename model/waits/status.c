/* IB_STS: the counters as a program reads them.  Outstanding results may have returned or not.  So a counter shows some
   value between 0 and its maximum now (RDNA3 ISA, 5.6; Vega ISA, 3.5, 4.4). */
#include "waits.h"

/* The bits that differ among values from 0 to `most`. */
static u32 doubtful(u32 most)
{
    u32 bits = 0;
    while (bits < most) bits = bits << 1 | 1;
    return bits;
}

/* Puts `value` into its ranges; the low bits go to the first range. */
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
