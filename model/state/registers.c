/* The register file: values, undefined bits, and which registers were written.  Instructions access it through
   waits/access.c. */
#include "model.h"

/* ---- scalar ---- */

bool refuses(const struct wave *w, u32 reg)
{ return reg - (u32)w->t->ttmp < TTMPS && !field_of_word(w->status_bits, STATUS_PRIV); }

bool vccz(const struct wave *w)  { return !(wide(w->s[w->t->vcc], w->s[w->t->vcc + 1]) & w->wave_mask); }
bool execz(const struct wave *w) { return !live_lanes(w); }

u32 s_undefined(const struct wave *w, u32 reg)
{
    if (!s_is_open(w, reg)) return 0;
    return w->s_bits[reg >= w->sgprs && reg < (u32)w->t->sgprs ? 0 : reg];
}

u64 undefined_mask(const struct wave *w, u32 reg)
{ return wide(s_undefined(w, reg), w->lanes == 64 ? s_undefined(w, reg + 1) : 0); }

bool vccz_is_open(const struct wave *w)
{
    const u32 vcc = (u32)w->t->vcc;
    const u64 lanes = wide(w->s[vcc], w->s[vcc + 1]) & w->wave_mask;
    return w->vccz_open || zero_is_undefined(lanes, undefined_mask(w, vcc) & w->wave_mask);
}

bool execz_is_open(const struct wave *w)
{ return zero_is_undefined(live_lanes(w), undefined_mask(w, (u32)w->t->exec) & w->wave_mask); }

/* VCCZ is undefined while VCC holds the value of a message (RDNA3 ISA, Table 14; errata E-184). */
void renew_vccz(struct wave *w, u32 reg)  { w->vccz_open &= reg >> 1 != (u32)w->t->vcc >> 1; }

/* ---- vector ---- */

WIDEST static void merge(u32 *restrict v, const u32 *restrict bits, u32 keep, u64 lanes)
{ merge_row(v, bits, keep, lanes); }

/* A read beyond the allocation gives v0. */
u32 undefined_bits(const struct wave *w, u32 reg, u32 lane)
{
    if (reg >= w->vgprs) reg = 0;
    if (w->v_tolerant[reg] >> lane & 1) return ~0u;
    if (!(w->v_open[reg] >> lane & 1)) return 0;
    return w->v_part[reg] >> lane & 1 ? w->v_bits[reg][lane] : ~0u;
}

void undefined_row(const struct wave *w, u32 reg, u32 *row)
{
    for (u32 l = 0; l < LANES; l++) row[l] = undefined_bits(w, reg, l);
}

static void set_undefined_bits(struct wave *w, u32 reg, u32 lane, u32 bits)
{
    const u64 bit = 1ull << lane;
    w->v_bits[reg][lane] = bits;
    w->v_open[reg] = bits ? w->v_open[reg] | bit : w->v_open[reg] & ~bit;
    w->v_part[reg] |= bit;
}

void undefine_v(struct wave *w, u32 reg, const u32 *bits, u64 lanes)
{
    for (u64 left = lanes; left; left &= left - 1) {
        const u32 l = (u32)lowest(left);
        if (bits[l]) set_undefined_bits(w, reg, l, undefined_bits(w, reg, l) | bits[l]);
    }
}

/* Preserved bits keep their undefined state.  The tolerance of a lane ends, because it does not apply to half a
   value. */
void keep_undefined(struct wave *w, u32 reg, u32 keep, u64 lanes, u64 open)
{
    for (u64 left = lanes & (w->v_open[reg] | w->v_tolerant[reg] | open); left; left &= left - 1) {
        const u32 l = (u32)lowest(left);
        set_undefined_bits(w, reg, l, (undefined_bits(w, reg, l) & keep) | (open >> l & 1 ? ~keep : 0));
    }
}

void put_v(struct wave *w, u32 reg, const u32 *bits, u32 keep, u64 lanes, u64 open)
{
    merge(w->v[reg], bits, keep, lanes);
    if (keep) keep_undefined(w, reg, keep, lanes, open);
    else mark_v(w, reg, lanes, open);
    w->v_tolerant[reg] &= ~lanes;
    w->v_written[reg >> 6] |= 1ull << reg % 64;
}

/* A register has one tolerance.  Lanes with another tolerance become undefined. */
void tolerate(struct wave *w, u32 reg, u64 lanes, u32 ulp, u8 float_bits)
{
    if (reg >= w->vgprs || !lanes) return;
    if (w->v_ulp[reg] != ulp || w->v_float[reg] != float_bits) {
        undefine_lanes(w, reg, w->v_tolerant[reg] & ~lanes);
        w->v_tolerant[reg] = 0;
    }
    /* a lane with another undefined half: the tolerance cannot say which half it is for */
    undefine_lanes(w, reg, lanes & w->v_open[reg]);
    w->v_tolerant[reg] |= lanes & ~w->v_open[reg];
    w->v_ulp[reg] = ulp;
    w->v_float[reg] = float_bits;
}

/* ---- hardware registers (RDNA3 ISA, 3.4, 6.8) ---- */

static u32 open_status(const struct wave *w)
{
    return (w->scc_open ? mask_of(STATUS_SCC) : 0) | (vccz_is_open(w) ? mask_of(STATUS_VCCZ) : 0) |
           (execz_is_open(w) ? mask_of(STATUS_EXECZ) : 0);
}

u32 open_hwreg(const struct wave *w, u32 id)
{
    if (id == HW_TRAPSTS) return w->excp_cycle_open && w->t->pc_rewind ? mask_of(TRAPSTS_EXCP_CYCLE) : 0;
    if (w->t->trap_registers && w->m->handler.bytes && id - HW_TBA_LO <= HW_TMA_HI - HW_TBA_LO) return 0;
    if (id == HW_STATUS) return open_status(w);
    if (id == HW_SHADER_CYCLES) return mask_of(SHADER_CYCLES_CYCLES);    /* a 20-bit counter (RDNA3 ISA, 3.4.10) */
    const bool known = id == HW_MODE || id == HW_GPR_ALLOC || id == HW_LDS_ALLOC || id == HW_SH_MEM_BASES ||
                       id == HW_FLAT_SCR_LO || id == HW_FLAT_SCR_HI;
    return known ? 0 : ~0u;
}

u32 read_hwreg(struct wave *w, u32 id)
{
    if (id == HW_MODE) return w->mode;
    if (id == HW_TRAPSTS) return w->trapsts;
    if (id != HW_STATUS) return w->hwreg[id];
    const u32 flags = with_field(with_field(w->status_bits, STATUS_SCC, w->scc), STATUS_EXECZ, execz(w));
    return with_field(flags, STATUS_VCCZ, vccz(w));
}

void raise_exceptions(struct wave *w, u32 exceptions)
{
    w->trapsts |= exceptions;
    w->raised |= exceptions;
}

/* Registers that only a trap handler may write (RDNA3 ISA, 3.4, Table 5; Vega ISA, 3.4). */
static void write_privileged(struct wave *w, u32 id, u32 value, u32 mask)
{
    u32 *to = id == HW_STATUS ? &w->status_bits : &w->hwreg[id];
    *to = (*to & ~mask) | (value & mask);
    if (id == HW_STATUS && mask & mask_of(STATUS_SCC)) write_scc(w, field_of_word(value, STATUS_SCC), false);
}

/* Programs may write MODE, TRAPSTS and registers without a value (FLUSH_IB).  The rest needs a trap handler. */
void write_hwreg(struct wave *w, u32 id, u32 value, u32 mask)
{
    const u32 privileged = field_of_word(w->status_bits, STATUS_PRIV) ? hwreg_privileged[w->t->family][id] : 0;
    if (id == HW_MODE) {
        w->mode = value;
        w->mode_written = true;
    } else if (id == HW_TRAPSTS) {
        w->trapsts = value;
    } else if (mask & privileged) {
        write_privileged(w, id, value, mask & privileged);
    } else if (!(hwreg_writable[w->t->family] >> id & 1)) {
        report(w, R_HWREG_READONLY, "hardware register %u cannot be written by a program; nothing changes", id);
    }
}
