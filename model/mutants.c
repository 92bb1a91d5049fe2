/* The deliberate faults that sit between fetch, compute and write-back. */
#include <string.h>
#include "lanes.h"
#include "machine.h"
#include "mutants.h"

static bool named(const struct inst *i, const char *start) { return strncmp(i->op->name, start, strlen(start)) == 0; }

/* Source 1 as if it had no NEG. */
static void drop_neg(const struct inst *i, struct lanes *o)
{
    const u32 sign = i->op->source_bits[1] == 16 ? 0x8000 : 0x80000000, k = i->op->source_bits[1] == 64;
    if (!i->s[1].neg) return;
    EACH_LANE o->copy[1][k][l] = o->s[1][k][l] ^ sign;
    o->s[1][k] = o->copy[1][k];
}

void mutate_sources(const struct wave *w, const struct inst *i, struct lanes *o)
{
    if (w->m->mutant == NEG_DROPPED) drop_neg(i, o);
    if (w->m->mutant == ROUND_TO_ZERO) o->fp.round[0] = TO_ZERO;
}

void mutate_results(const struct wave *w, const struct inst *i, struct lanes *o)
{
    switch ((enum mutant)w->m->mutant) {
    case EXEC_IGNORED:
        o->live = w->wave_mask;
        break;
    case BORROW_INVERTED:
        if (named(i, "s_sub")) o->bit[0] ^= 1;
        break;
    case SHIFT_UNMASKED:
        if (named(i, "v_lshlrev_b32") || named(i, "v_lshrrev_b32")) EACH_LANE if (o->s[0][0][l] > 31) o->d[0][0][l] = 0;
        break;
    default:
        break;
    }
}
