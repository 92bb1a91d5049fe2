/* Register indexing, between decode and fetch: MOVREL by M0 (RDNA3 ISA, 7.8), and the GPR-index mode of the Vega family
   (Vega ISA, 6.6 and S_SET_GPR_IDX_ON). */
#include "pipeline.h"
#include "rows_indexing.h"

static b32 v_movreld_b32(b32 a)       { return a; }
static b32 v_movrels_b32(b32 a)       { return a; }
static b32 v_movrelsd_b32(b32 a)      { return a; }
static b32 v_movrelsd_2_b32(b32 a)    { return a; }
static b32 s_movrels_b32(b32 a)       { return a; }
static b64 s_movrels_b64(b64 a)       { return a; }
static b32 s_movreld_b32(b32 a)       { return a; }
static b64 s_movreld_b64(b64 a)       { return a; }
static b32 s_movrelsd_2_b32(b32 a)    { return a; }
static struct b32_m0_lo v_swaprel_b32(b32 d, b32 a) { return (struct b32_m0_lo){ .d = a, .m0_lo = d }; }

static u32 index_of(struct wave *w, enum indexing which)
{
    static const u32 used[] = { [BY_M0] = ~0u, [BY_M0_LOW] = 0x3ff, [BY_M0_HIGH] = 0x3ff0000 };
    return index_in(read_m0(w, used[which]), which);
}

/* The end of the registers that an index may reach.  A scalar base stays in the SGPRs, including a following VCC, or in
   the trap temporaries (RDNA3 ISA, 3.3.1.4). */
static u64 end_of_registers(const struct wave *w, const struct operand *a)
{
    const u32 ttmp = (u32)w->t->ttmp;
    if (a->kind == VREG) return w->vgprs;
    if (a->reg >= ttmp && a->reg < ttmp + 16) return ttmp + 16;
    return w->sgprs == (u32)w->t->vcc ? w->sgprs + 2 : w->sgprs;
}

/* Moves an operand by `index`; false: out of range.  An out-of-range scalar source reads SGPR0, a vector source VGPR0.
   An instruction with an out-of-range destination is discarded (RDNA3 ISA, 3.3.1, 3.3.2). */
static bool moved(struct wave *w, struct operand *a, u32 index)
{
    if (a->kind != VREG && a->kind != SREG) return true;
    /* the low bit of a 64-bit index is ignored */
    if (a->kind == SREG && a->width == 2) index &= ~1u;
    const u64 reg = (u64)a->reg + index;
    const bool inside = reg + a->width <= end_of_registers(w, a);
    if (!inside)
        report(w, a->kind == VREG ? R_REGISTER_VGPR_RANGE : R_REGISTER_SGPR_RANGE,
               "the index %u takes register %u beyond the last one", index, a->reg);
    a->reg = inside ? (u8)reg : 0;
    return inside;
}

/* The instruction with moved registers, in `copy`; 0: discarded. */
static const struct inst *indexed(struct wave *w, const struct inst *i, struct inst *copy)
{
    const struct indices by = indices_of(i);
    struct operand *source = &copy->s[by.swap];
    *copy = *i;
    const bool from = by.source == NOT_INDEXED || moved(w, source, index_of(w, by.source));
    const bool to = by.result == NOT_INDEXED || moved(w, &copy->d[0], index_of(w, by.result));
    if (by.swap) {
        copy->s[0] = copy->d[0];
        copy->d[1] = copy->s[1];
    }
    return to && (from || !by.swap) ? copy : 0;
}

void run_indexed_vector(struct wave *w, const struct inst *i)
{
    struct inst copy;
    if ((i = indexed(w, i, &copy))) run_vector(w, i);
}

void run_indexed_scalar(struct wave *w, const struct inst *i)
{
    struct inst copy;
    if ((i = indexed(w, i, &copy))) run_scalar(w, i);
}

/* MODE.GPR_IDX_EN adds M0[7:0] to the VGPRs that M0[15:12] selects: destination, source 2, 1, 0.  An old destination
   moves with the destination.  For reversed shifts too, each bit moves the source of its field (Vega ISA, 6.6.2; errata
   E-079). */
const struct inst *gpr_indexed(struct wave *w, const struct inst *i, struct inst *copy)
{
    const u32 m0 = read_m0(w, 0xf0ff), index = m0 & 0xff, chosen = m0 >> 12;
    *copy = *i;
    if (chosen & 8)
        for (int n = 0; n < RESULTS; n++)
            if (i->d[n].kind == VREG && !moved(w, &copy->d[n], index)) return 0;
    for (int n = 0; n < SOURCES; n++) {
        struct operand *a = &copy->s[n];
        const bool old = i->d[0].kind == VREG && a->kind == VREG && i->op->reads_old == n + 1;
        if (a->kind == VREG && (old ? chosen >> 3 : chosen >> n) & 1) moved(w, a, index);
    }
    return copy;
}

#include "rows_indexing.inc"
