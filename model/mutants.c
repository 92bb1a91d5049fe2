/* The deliberate faults that sit between fetch, compute and write-back. */
#include <string.h>
#include "float.h"
#include "pipeline.h"

static bool named(const struct inst *i, const char *start) { return strncmp(i->op->name, start, strlen(start)) == 0; }

/* Source 1 as if it had no NEG. */
static void drop_neg(const struct inst *i, struct lanes *o)
{
    const u32 sign = i->op->source_bits[1] == 16 ? 0x8000 : 0x80000000, k = i->op->source_bits[1] == 64;
    if (!i->s[1].neg) return;
    EACH_LANE o->copy[1][k][l] = o->s[1][k][l] ^ sign;
    o->s[1][k] = o->copy[1][k];
}

/* The other value is chosen. */
static void invert_choice(const struct inst *i, struct lanes *o)
{
    if (!i->op->select) return;
    EACH_LANE o->copy[2][0][l] = !o->s[2][0][l];
    o->s[2][0] = o->copy[2][0];
}

/* Source 1 for source 0 and the other way round, modifiers and all. */
static void swap_sources(const struct inst *i, struct lanes *o)
{
    if (i->s[1].kind == NONE || i->op->source_bits[0] != i->op->source_bits[1]) return;
    for (int k = 0; k < WORDS; k++) {
        const u32 *first = o->s[0][k];
        o->s[0][k] = o->s[1][k];
        o->s[1][k] = first;
    }
}

/* The addend, the third of a minimum, the select of bytes: 0. */
static void clear_third(const struct inst *i, struct lanes *o)
{
    if (i->op->select || i->s[2].kind == NONE || i->s[2].kind == MASK) return;
    for (u32 k = 0; k < (i->op->source_bits[2] + 31u) / 32; k++) {
        EACH_LANE o->copy[2][k][l] = 0;
        o->s[2][k] = o->copy[2][k];
    }
}

void mutate_sources(const struct wave *w, const struct inst *i, struct lanes *o)
{
    switch ((enum mutant)w->m->mutant) {
    case NEG_DROPPED:      drop_neg(i, o); break;
    case ROUND_TO_ZERO:    o->fp.round[0] = TO_ZERO; break;
    case DENORMALS_KEPT:   o->fp.denorm[0] = o->fp.denorm[1] = 3; break;
    case IEEE_IGNORED:     o->fp.ieee = false; break;
    case SOURCES_SWAPPED:  swap_sources(i, o); break;
    case THIRD_SOURCE_ZERO: clear_third(i, o); break;
    case CNDMASK_INVERTED: invert_choice(i, o); break;
    default: break;
    }
}

/* Products of 24 bits taken of all 32. */
static void multiply_wide(const struct inst *i, struct lanes *o)
{
    const bool sum = named(i, "v_mad_u32_u24") || named(i, "v_mad_i32_i24");
    if (sum || named(i, "v_mul_u32_u24") || named(i, "v_mul_i32_i24"))
        EACH_LANE o->d[0][0][l] = o->s[0][0][l] * o->s[1][0][l] + (sum ? o->s[2][0][l] : 0);
}

/* Multiply, round, add, round. */
static void round_twice(const struct inst *i, struct lanes *o)
{
    if (!named(i, "v_fma_f32") && !named(i, "v_fmac_f32") && !named(i, "v_fma_mix_f32")) return;
    EACH_LANE {
        const f32 a = { o->s[0][0][l] }, b = { o->s[1][0][l] }, c = { o->s[2][0][l] };
        o->d[0][0][l] = exact_add_f32(&o->fp, exact_mul_f32(&o->fp, a, b), c).bits;
    }
}

/* A signed field without its sign.  The scalar form has offset and width in one source, and one lane. */
static void extract_unsigned(const struct inst *i, struct lanes *o)
{
    const bool scalar = named(i, "s_bfe_i32");
    if (!scalar && !named(i, "v_bfe_i32")) return;
    for (int l = 0; l < (scalar ? 1 : LANES); l++) {
        const u32 at = o->s[1][0][l], width = scalar ? at >> 16 & 127 : o->s[2][0][l] & 31;
        o->d[0][0][l] = o->s[0][0][l] >> (at & 31) & (width > 31 ? ~0u : (1u << width) - 1);
    }
}

static void shift_all(const struct inst *i, struct lanes *o)
{
    if (named(i, "v_lshlrev_b32") || named(i, "v_lshrrev_b32")) EACH_LANE if (o->s[0][0][l] > 31) o->d[0][0][l] = 0;
    if ((named(i, "s_lshl_b32") || named(i, "s_lshr_b32")) && o->s[1][0][0] > 31) o->d[0][0][0] = 0;
}

static void clear_high(const struct inst *i, struct lanes *o)
{
    for (int n = 0; n < RESULTS; n++) if (i->op->result_bits[n] == 64) EACH_LANE o->d[n][1][l] = 0;
}

static bool links(const struct inst *i)     { return named(i, "s_getpc") || named(i, "s_swappc") || named(i, "s_call"); }
static bool permutes(const struct inst *i)  { return named(i, "ds_permute") || named(i, "ds_bpermute"); }

void mutate_results(const struct wave *w, const struct inst *i, struct lanes *o)
{
    switch ((enum mutant)w->m->mutant) {
    case EXEC_IGNORED:       o->live = w->wave_mask; break;
    case SCC_INVERTED:       if (i->bit.kind == SCC) o->bit[0] ^= 1; break;
    case HIGH_DWORD_ZERO:    clear_high(i, o); break;
    case UPPER_HALF_COPIED:  for (int l = 32; l < LANES; l++) o->d[0][0][l] = o->d[0][0][l - 32]; break;
    case LOW_BIT_FLIPPED:    if (i->op->result_bits[0]) EACH_LANE o->d[0][0][l] ^= 1; break;
    case BORROW_INVERTED:    if (named(i, "s_sub")) o->bit[0] ^= 1; break;
    case SHIFT_UNMASKED:     shift_all(i, o); break;
    case CONDITION_INVERTED: if (named(i, "s_cbranch")) o->bit[0] ^= 1; break;
    case LINK_ONE_EARLY:     if (links(i)) o->d[0][0][0] -= 4; break;
    case PERMUTE_UNSCALED:   if (permutes(i)) EACH_LANE o->d[0][0][l] <<= 2; break;
    case MASK_HALF:          if (i->bit.kind == MASK) EACH_LANE o->bit[l] &= l < 32; break;
    case MUL24_WIDE:         multiply_wide(i, o); break;
    case FMA_UNFUSED:        round_twice(i, o); break;
    case BFE_UNSIGNED:       extract_unsigned(i, o); break;
    default: break;
    }
}
