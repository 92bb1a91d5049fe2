/* All register reads and writes of instructions.  They check the allocation and outstanding results. */
#include "waits.h"

/* ---- scalar ---- */

static bool beyond(const struct wave *w, u32 reg)  { return reg >= w->sgprs && reg < (u32)w->t->sgprs; }

/* A source beyond the allocation reads SGPR0 on one family, 0 on the other (Vega ISA, 3.6; RDNA3 ISA, 6.2). */
static u32 read_unusual(struct wave *w, u32 reg)
{
    if (refuses(w, reg)) {
        report(w, R_REGISTER_TTMP_USER, "ttmp%u reads 0 outside a trap handler", reg - (u32)w->t->ttmp);
        return 0;
    }
    if (!beyond(w, reg)) return w->s[reg];
    report(w, R_REGISTER_SGPR_RANGE, "s%u lies beyond the %u scalar registers of the wave", reg, w->sgprs);
    return w->t->sgpr_out_of_range == SGPR_OUT_OF_RANGE_S0 ? w->s[0] : 0;
}

u32 read_s(struct wave *w, u32 reg)
{
    if (awaits_s(w, reg)) use_s(w, reg, false);
    return reg < w->sgprs ? w->s[reg] : read_unusual(w, reg);
}

u32 read_word(struct wave *w, const struct operand *a, u32 k, bool *open)
{
    if (a->kind != SREG) return 0;
    *open |= s_is_open(w, a->reg + k);
    return read_s(w, a->reg + k);
}

/* Invariant 9: an undefined bit of an existing lane in EXEC decides what runs. */
static bool drop_unusual(struct wave *w, u32 reg, u32 undefined)
{
    const u32 exec = (u32)w->t->exec;
    if ((int)reg == w->t->null) return true;
    if (refuses(w, reg)) {
        report(w, R_REGISTER_TTMP_USER, "ttmp%u is not written outside a trap handler", reg - (u32)w->t->ttmp);
        return true;
    }
    if (beyond(w, reg)) {
        report(w, R_REGISTER_SGPR_RANGE, "s%u lies beyond the %u scalar registers of the wave; nothing is written", reg,
               w->sgprs);
        return true;
    }
    if (reg - exec < 2 && undefined & (u32)(w->wave_mask >> 32 * (reg - exec))) open_decides(w, R_OPEN_EXEC);
    return false;
}

void write_s(struct wave *w, u32 reg, u32 value, bool open)  { write_s_bits(w, reg, value, all_or_none(open)); }

void write_s_bits(struct wave *w, u32 reg, u32 value, u32 undefined)
{
    if (reg >= w->sgprs && drop_unusual(w, reg, undefined)) return;
    put_s_bits(w, reg, value, undefined);
    renew_vccz(w, reg);
    if (awaits_s(w, reg)) use_s(w, reg, true);
}

/* Invariant 9: an undefined bit of M0 decides where an access goes. */
u32 read_m0(struct wave *w, u32 used)
{
    const u32 m0 = (u32)w->t->m0;
    if (s_undefined(w, m0) & used) open_decides(w, R_OPEN_M0);
    return read_s(w, m0);
}

/* A lane mask is one scalar register in wave32 and two in wave64.  In wave32 the next register is independent. */
u64 read_mask(struct wave *w, u32 reg, bool *open)
{
    u32 low = read_s(w, reg);
    *open |= s_is_open(w, reg);
    if (w->lanes == 32) return low;
    *open |= s_is_open(w, reg + 1);
    return wide(low, read_s(w, reg + 1));
}

void write_mask(struct wave *w, u32 reg, u64 bits, u64 undefined)
{
    if ((int)reg == w->t->null) return;
    write_s_bits(w, reg, (u32)bits, (u32)undefined);
    if (w->lanes == 64) write_s_bits(w, reg + 1, (u32)(bits >> 32), (u32)(undefined >> 32));
}

/* ---- vector ---- */

static u32 in_range(struct wave *w, u32 reg)
{
    if (reg < w->vgprs) return reg;
    report(w, R_REGISTER_VGPR_RANGE, "v%u lies beyond the %u vector registers of the wave; v0 is read", reg, w->vgprs);
    return 0;
}

const u32 *read_v(struct wave *w, u32 reg, u64 lanes, u64 *open)
{
    if (reg >= w->vgprs) reg = in_range(w, reg);
    if (awaits_v(w, reg)) use_v(w, reg, lanes, false);
    *open |= (w->v_open[reg] | w->v_tolerant[reg]) & lanes;
    return w->v[reg];
}

void write_v(struct wave *w, u32 reg, const u32 *bits, u32 keep, u64 lanes, u64 open)
{
    if (reg >= w->vgprs) {
        report(w, R_REGISTER_VGPR_RANGE, "v%u lies beyond the %u vector registers of the wave; nothing is written", reg,
               w->vgprs);
        return;
    }
    put_v(w, reg, bits, keep, lanes, open);
    if (awaits_v(w, reg)) use_v(w, reg, lanes, true);
}
