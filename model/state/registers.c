/* Registers.  Every read and write of a register passes here, and so past the range rules and the record of outstanding results. */
#include <string.h>
#include "lanes.h"
#include "memory.h"

enum { TTMP = 108, TTMPS = 16, EXECZ_BIT = 1 << 9, VCCZ_BIT = 1 << 10 };
enum { HW_MODE = 1, HW_STATUS = 2, HW_TRAPSTS = 3, HW_GPR_ALLOC = 5, HW_LDS_ALLOC = 6, HW_SH_MEM_BASES = 15, HW_FLAT_SCRATCH_LO = 20 };

/* ---- scalar ---- */

static bool is_ttmp(u32 reg)                              { return reg - TTMP < TTMPS; }
static bool beyond(const struct wave *w, u32 reg)         { return reg >= w->sgprs && reg < (u32)w->t->sgprs; }
static void mark_s(struct wave *w, u32 reg)               { w->s_written[reg >> 6] |= 1ull << (reg & 63); }

static void set_s_open(struct wave *w, u32 reg, bool open)
{
    u32 bit = 1u << (reg & 31);
    w->s_open[reg >> 5] = open ? w->s_open[reg >> 5] | bit : w->s_open[reg >> 5] & ~bit;
}

bool refuses(const struct wave *w, u32 reg)               { return is_ttmp(reg) && !(w->status_bits & STATUS_PRIV); }

/* A source beyond the allocation: SGPR0 on one family, 0 on the other (Vega ISA, 3.6; RDNA3 ISA, 6.2). */
static u32 read_unusual(struct wave *w, u32 reg)
{
    if ((int)reg == w->t->null) return 0;
    if (refuses(w, reg)) {
        report(w, R_REGISTER_TTMP_USER, "ttmp%u reads 0 outside a trap handler", reg - TTMP);
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

void put_s(struct wave *w, u32 reg, u32 value, bool open)
{
    w->s[reg] = value;
    set_s_open(w, reg, open);
    mark_s(w, reg);
}

/* Law 9: an open value in EXEC or M0 decides what runs and where. */
static bool drop_unusual(struct wave *w, u32 reg, bool open)
{
    const u32 exec = (u32)w->t->exec;
    if ((int)reg == w->t->null) return true;
    if (refuses(w, reg)) {
        report(w, R_REGISTER_TTMP_USER, "ttmp%u is not written outside a trap handler", reg - TTMP);
        return true;
    }
    if (beyond(w, reg)) {
        report(w, R_REGISTER_SGPR_RANGE, "s%u lies beyond the %u scalar registers of the wave; nothing is written", reg, w->sgprs);
        return true;
    }
    if (open && (reg == exec || (reg == exec + 1 && w->lanes == 64))) open_decides(w, R_OPEN_EXEC);
    if (open && reg == (u32)w->t->m0) open_decides(w, R_OPEN_M0);
    return false;
}

void write_s(struct wave *w, u32 reg, u32 value, bool open)
{
    if (reg >= w->sgprs && drop_unusual(w, reg, open)) return;
    put_s(w, reg, value, open);
    if (awaits_s(w, reg)) use_s(w, reg, true);
}

/* A lane mask is one scalar register in wave32 and two in wave64; the register beside it is none of its business. */
u64 read_mask(struct wave *w, u32 reg, bool *open)
{
    u32 low = read_s(w, reg);
    *open |= s_is_open(w, reg);
    if (w->lanes == 32) return low;
    *open |= s_is_open(w, reg + 1);
    return wide(low, read_s(w, reg + 1));
}

void write_mask(struct wave *w, u32 reg, u64 bits, bool open)
{
    if ((int)reg == w->t->null) return;
    write_s(w, reg, (u32)bits, open);
    if (w->lanes == 64) write_s(w, reg + 1, (u32)(bits >> 32), open);
}

void write_scc(struct wave *w, bool value, bool open)
{
    w->scc = value;
    w->scc_open = open;
    w->scc_written = true;
}

bool vccz(const struct wave *w)  { return !(wide(w->s[w->t->vcc], w->s[w->t->vcc + 1]) & w->wave_mask); }
bool execz(const struct wave *w) { return !live_lanes(w); }

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

WIDEST static void merge(u32 *restrict v, const u32 *restrict bits, u32 keep, u64 lanes)
{
    EACH_LANE {
        u32 change = (u32)-(i32)(lanes >> l & 1) & ~keep;
        v[l] = (v[l] & ~change) | (bits[l] & change);
    }
}

/* What stays of a register stays open, and a tolerance on it is over: half a value within bounds is no value within bounds. */
void put_v(struct wave *w, u32 reg, const u32 *bits, u32 keep, u64 lanes, u64 open)
{
    if (lanes == ~0ull && !keep) memcpy(w->v[reg], bits, sizeof w->v[reg]);
    else merge(w->v[reg], bits, keep, lanes);
    const u64 stays = keep ? w->v_open[reg] | (w->v_tolerant[reg] & lanes) : w->v_open[reg] & ~lanes;
    w->v_open[reg] = stays | (open & lanes);
    w->v_tolerant[reg] &= ~lanes;
    w->v_written[reg >> 6] |= 1ull << (reg & 63);
}

void write_v(struct wave *w, u32 reg, const u32 *bits, u32 keep, u64 lanes, u64 open)
{
    if (reg >= w->vgprs) {
        report(w, R_REGISTER_VGPR_RANGE, "v%u lies beyond the %u vector registers of the wave; nothing is written", reg, w->vgprs);
        return;
    }
    put_v(w, reg, bits, keep, lanes, open);
    if (awaits_v(w, reg)) use_v(w, reg, lanes, true);
}

/* A register remembers one tolerance; lanes that hold another one become open. */
void tolerate(struct wave *w, u32 reg, u64 lanes, u32 ulp, u8 float_bits)
{
    if (reg >= w->vgprs || !lanes) return;
    if (w->v_ulp[reg] != ulp || w->v_float[reg] != float_bits) {
        w->v_open[reg] |= w->v_tolerant[reg] & ~lanes;
        w->v_tolerant[reg] = 0;
    }
    w->v_tolerant[reg] |= lanes & ~w->v_open[reg];
    w->v_ulp[reg] = ulp;
    w->v_float[reg] = float_bits;
}

/* ---- hardware registers (RDNA3 ISA, 3.4, 6.8) ---- */

bool hwreg_is_open(const struct wave *w, u32 id)
{
    if (id == HW_STATUS) return w->scc_open || s_is_open(w, (u32)w->t->vcc) || s_is_open(w, (u32)w->t->exec);
    return id != HW_MODE && id != HW_TRAPSTS && id != HW_GPR_ALLOC && id != HW_LDS_ALLOC && id != HW_SH_MEM_BASES &&
           id != HW_FLAT_SCRATCH_LO && id != HW_FLAT_SCRATCH_LO + 1;
}

u32 read_hwreg(struct wave *w, u32 id)
{
    if (id == HW_MODE) return w->mode;
    if (id == HW_TRAPSTS) return w->trapsts;
    if (id != HW_STATUS) return w->hwreg[id & 31];
    return (w->status_bits & ~(EXECZ_BIT | VCCZ_BIT | 1u)) | w->scc | (execz(w) ? EXECZ_BIT : 0) | (vccz(w) ? VCCZ_BIT : 0);
}

/* A program writes MODE and TRAPSTS; the rest needs a trap handler. */
void write_hwreg(struct wave *w, u32 id, u32 value)
{
    if (id == HW_MODE) {
        w->mode = value;
        w->mode_written = true;
    } else if (id == HW_TRAPSTS) {
        w->trapsts = value;
    } else {
        report(w, R_HWREG_READONLY, "hardware register %u cannot be written by a program; nothing changes", id);
    }
}
