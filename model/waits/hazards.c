/* Wait states as findings: what of spec/hazards.txt the manuals say (Vega ISA, 4.5; RDNA3 ISA, 7.2.3.2, 7.2.8).  The model itself computes
   as if every dependency were watched. */
#include <string.h>
#include "hazards.h"

/* What an instruction may be too close behind of.  SELF needs no other instruction. */
enum second { SELF = 1, SGPR_TO_MEMORY = 2, VGPR_TO_DPP = 4, EXEC_TO_DPP = 8, VCC_TO_FMAS = 16, SGPR_TO_LANE = 32, SETREG = 64, M0_USER = 128,
              STORE_DATA = 256, VSKIP_MODE = 512, VSKIP_VECTOR = 1024, Z_DATA = 2048, CMPX_PERMLANE = 4096,
              MATRIX_FACTORS = 8192, LDS_LOAD = 16384 };

/* ---- what an instruction is ---- */

static bool valu(const struct inst *i)
{
    switch (i->form->encoding) {
    case E_VOP1: case E_VOP2: case E_VOPC: case E_VOP3: case E_VOP3C: case E_VOP3SD: case E_VOP3P: case E_VINTRP: case E_VOPD: case E_VINTERP: return true;
    default: return false;
    }
}

static bool vector_memory(const struct inst *i)
{
    const u8 e = i->form->encoding;
    return e == E_GLOBAL || e == E_FLAT || e == E_SCRATCH || e == E_MUBUF || e == E_MTBUF || e == E_MIMG;
}

static bool salu(const struct inst *i)
{
    const u8 e = i->form->encoding;
    return e == E_SOP1 || e == E_SOP2 || e == E_SOPK || e == E_SOPC;
}

static bool named(const struct inst *i, const char *start) { return !strncmp(i->op->name, start, strlen(start)); }

static bool holds(const struct operand *a, u8 kind, u32 reg) { return a->kind == kind && reg - a->reg < a->width; }

static bool writes_s(const struct inst *i, u32 reg, u32 mask_width)
{
    for (int n = 0; n < RESULTS; n++) if (holds(&i->d[n], SREG, reg)) return true;
    return i->bit.kind == MASK && reg - i->bit.reg < mask_width;
}

static bool writes_any_s(const struct inst *i) { return i->d[0].kind == SREG || i->d[1].kind == SREG || i->bit.kind == MASK; }

static bool has_source(const struct inst *i, u8 kind)
{
    for (int n = 0; n < SOURCES; n++) if (i->s[n].kind == kind) return true;
    return false;
}

static u32 hardware_register(const struct inst *i) { return i->words[0] & 63; }

/* A store of more than 64 bits; buffers with an SGPR offset take another way (Vega ISA, 4.5). */
static bool long_store(const struct inst *i)
{
    const bool buffer = i->form->encoding == E_MUBUF || i->form->encoding == E_MTBUF;
    return vector_memory(i) && i->s[2].kind == VREG && i->s[2].width > 2 && !(buffer && i->s[3].kind == SREG);
}

static bool uses_m0_at_once(const struct inst *i)
{
    return named(i, "s_sendmsg") || named(i, "s_ttracedata") || named(i, "s_movrel") || named(i, "v_interp") || i->gds || i->lds ||
           strstr(i->op->name, "addtid") || has_source(i, LDS_DIRECT);
}

static u16 seconds_of(const struct inst *i)
{
    u32 s = 0;
    if (vector_memory(i) && has_source(i, SREG)) s |= SGPR_TO_MEMORY;
    if (i->dpp) s |= VGPR_TO_DPP | EXEC_TO_DPP;
    if (named(i, "v_div_fmas")) s |= VCC_TO_FMAS;
    if ((named(i, "v_readlane") || named(i, "v_writelane")) && i->s[1].kind == SREG) s |= SGPR_TO_LANE;
    if (named(i, "s_getreg") || named(i, "s_setreg")) s |= SETREG | VSKIP_MODE;
    if (uses_m0_at_once(i)) s |= M0_USER;
    if (valu(i)) s |= STORE_DATA | VSKIP_VECTOR;
    if (vector_memory(i) || i->form->encoding == E_DS) s |= VSKIP_VECTOR;
    if (valu(i) && (has_source(i, VCCZ) || has_source(i, EXECZ))) s |= Z_DATA;
    return (u16)s;
}

static u16 arms_of(const struct traits *t, const struct inst *i)
{
    u32 a = 0;
    if (valu(i) && writes_any_s(i)) a |= SGPR_TO_MEMORY | VCC_TO_FMAS | SGPR_TO_LANE | Z_DATA;
    if (valu(i) && (i->d[0].kind == VREG || i->d[1].kind == VREG)) a |= VGPR_TO_DPP;
    if (valu(i) && i->op->cmpx) a |= EXEC_TO_DPP | Z_DATA;
    if (named(i, "s_setreg")) a |= SETREG | VSKIP_MODE | VSKIP_VECTOR;
    if (named(i, "s_setvskip")) a |= VSKIP_MODE | VSKIP_VECTOR;
    if (salu(i) && writes_s(i, (u32)t->m0, 2)) a |= M0_USER;
    if (long_store(i)) a |= STORE_DATA;
    return (u16)a;
}

/* What an instruction breaks by itself.  The passes: a note, not an error, for LLVM emits v_add_co_u32 v0, s[4:5], s4, v0. */
static const struct { enum rule_id rule; bool (*breaks)(const struct traits *, u32 lanes, const struct inst *); const char *what; } alone[] = {
    { R_DECODE_CONSTANT_BUS,     reads_too_many_scalars, "it reads more scalar values than a vector instruction may" },
    { R_VALU_VOPD_BANK,          shares_bank,            "its halves read the same bank of registers through one port" },
    { R_HAZARD_WAVE64_OVERWRITE, overwrites_itself,      "its first pass writes a scalar register its second pass reads" },
};
enum { ALONE = sizeof alone / sizeof *alone };

static bool breaks_alone(const struct traits *t, u32 lanes, const struct inst *i)
{
    for (u32 n = 0; n < ALONE; n++) if (valu(i) && alone[n].breaks(t, lanes, i)) return true;
    return false;
}

static void report_alone(struct wave *w, const struct inst *i)
{
    for (u32 n = 0; n < ALONE; n++) if (alone[n].breaks(w->t, w->lanes, i)) report(w, alone[n].rule, "%s", alone[n].what);
}

void classify_hazards(const struct traits *t, u32 lanes, struct inst *i)
{
    i->hazard = i->arms = 0;
    if (!i->size || !i->op) return;
    if (!t->interlocked) {
        i->hazard = seconds_of(i);
        i->arms = arms_of(t, i);
    }
    else {
        if (i->op->element) i->hazard = i->arms = MATRIX_FACTORS;
        if (named(i, "v_permlane")) i->hazard = CMPX_PERMLANE;
        if (i->op->cmpx) i->arms = CMPX_PERMLANE;
        if (i->form->encoding == E_LDSDIR) i->hazard = LDS_LOAD;
        if (valu(i) || vector_memory(i) || i->form->encoding == E_DS) i->arms |= LDS_LOAD;
    }
    if (breaks_alone(t, lanes, i)) i->hazard |= SELF;
}

/* ---- pairs: does `first` write what `second` needs? ---- */

static bool memory_scalar(const struct wave *w, const struct inst *first, const struct inst *second)
{
    (void)w;
    for (int n = 0; n < SOURCES; n++) for (u32 k = 0; second->s[n].kind == SREG && k < second->s[n].width; k++)
        if (writes_s(first, second->s[n].reg + k, 2)) return true;
    return false;
}

static bool dpp_vector(const struct wave *w, const struct inst *first, const struct inst *second)
{
    (void)w;
    for (int n = 0; n < RESULTS; n++) if (holds(&first->d[n], VREG, second->s[0].reg)) return true;
    return false;
}

static bool always(const struct wave *w, const struct inst *first, const struct inst *second)     { (void)w, (void)first, (void)second; return true; }
static bool writes_vcc(const struct wave *w, const struct inst *first, const struct inst *second) { (void)second; return writes_s(first, (u32)w->t->vcc, 2) || writes_s(first, (u32)w->t->vcc + 1, 2); }
static bool lane_select(const struct wave *w, const struct inst *first, const struct inst *second) { (void)w; return writes_s(first, second->s[1].reg, 2); }
static bool same_setreg(const struct wave *w, const struct inst *first, const struct inst *second) { (void)w; return hardware_register(first) == hardware_register(second); }

static bool store_data(const struct wave *w, const struct inst *first, const struct inst *second)
{
    (void)w;
    for (int n = 0; n < RESULTS; n++) for (u32 k = 0; second->d[n].kind == VREG && k < second->d[n].width; k++)
        if (holds(&first->s[2], VREG, second->d[n].reg + k)) return true;
    return false;
}

/* S_SETREG reaches VSKIP, bit 28 of MODE, if its field does. */
static bool touches_vskip(const struct inst *first)
{
    const u32 field = first->words[0], low = field >> 6 & 31, size = (field >> 11 & 31) + 1;
    return named(first, "s_setvskip") || (hardware_register(first) == 1 && low <= 28 && low + size > 28);
}

static bool vskip_mode(const struct wave *w, const struct inst *first, const struct inst *second)
{
    (void)w;
    return named(first, "s_setvskip") && named(second, "s_getreg") && hardware_register(second) == 1;
}

static bool vskip_vector(const struct wave *w, const struct inst *first, const struct inst *second)
{
    (void)w, (void)second;
    return named(first, "s_setreg") && touches_vskip(first);
}

static bool z_data(const struct wave *w, const struct inst *first, const struct inst *second)
{
    return (has_source(second, VCCZ) && writes_vcc(w, first, second)) || (has_source(second, EXECZ) && first->op->cmpx);
}

static const struct { u32 second; u32 states; enum rule_id rule; bool (*meet)(const struct wave *, const struct inst *, const struct inst *); const char *what; } pairs[] = {
    { SGPR_TO_MEMORY, 5, R_HAZARD_VALU_SGPR_VMEM,  memory_scalar, "reads a scalar register written by" },
    { VGPR_TO_DPP,    2, R_HAZARD_VGPR_DPP,        dpp_vector,    "moves lanes of a register written by" },
    { EXEC_TO_DPP,    5, R_HAZARD_EXEC_DPP,        always,        "moves lanes under EXEC written by" },
    { VCC_TO_FMAS,    4, R_HAZARD_VCC_DIV_FMAS,    writes_vcc,    "reads VCC written by" },
    { SGPR_TO_LANE,   4, R_HAZARD_SGPR_LANE,       lane_select,   "selects a lane by a register written by" },
    { SETREG,         2, R_HAZARD_SETREG_GETREG,   same_setreg,   "names the hardware register written by" },
    { M0_USER,        1, R_HAZARD_M0,              always,        "uses M0 written by" },
    { STORE_DATA,     1, R_HAZARD_STORE_OVERWRITE, store_data,    "overwrites the data of" },
    { VSKIP_MODE,     2, R_HAZARD_VSKIP,           vskip_mode,    "reads VSKIP written by" },
    { VSKIP_VECTOR,   2, R_HAZARD_VSKIP,           vskip_vector,  "is subject to VSKIP written by" },
    { Z_DATA,         5, R_HAZARD_VCCZ_DATA,       z_data,        "reads VCCZ or EXECZ of a mask written by" },
};
enum { PAIRS = sizeof pairs / sizeof *pairs, LONGEST = 5 };

/* ---- looking back ---- */

static const struct inst *earlier(const struct wave *w, u64 back)
{
    return back <= w->instructions && back < RECENT ? w->recent[(w->instructions - back) % RECENT] : 0;
}

static u32 states_of(const struct inst *i) { return i->op && named(i, "s_nop") ? ((u32)i->imm & 15) + 1 : 1; }

/* Any vector ALU instruction between is enough (RDNA3 ISA, 7.2.8). */
static void check_permlane(struct wave *w)
{
    for (u64 back = 1; ; back++) {
        const struct inst *first = earlier(w, back);
        if (!first || (valu(first) && !first->op->cmpx)) return;
        if (!valu(first)) continue;
        report(w, R_HAZARD_CMPX_PERMLANE, "follows %s with no other vector ALU instruction between", first->form->spelling);
        return;
    }
}

/* A WMMA right behind the one that made its A or B; any vector ALU instruction between is enough (RDNA3 ISA, 7.9). */
static void check_matrix(struct wave *w, const struct inst *i)
{
    u64 back = 1;
    while (earlier(w, back) && !valu(earlier(w, back))) back++;
    const struct inst *first = earlier(w, back);
    if (!first || !first->op->element) return;
    for (u32 n = 0; n < 2; n++) for (u32 k = 0; k < i->s[n].width; k++)
        if (holds(&first->d[0], VREG, i->s[n].reg + k)) { report(w, R_HAZARD_WMMA, "v%u is of the D of the WMMA before, with no vector ALU instruction between", i->s[n].reg + k); return; }
}

static bool names_v(const struct inst *i, u32 reg)
{
    for (u32 n = 0; n < RESULTS; n++) if (holds(&i->d[n], VREG, reg)) return true;
    for (u32 n = 0; n < SOURCES; n++) if (holds(&i->s[n], VREG, reg)) return true;
    return i->other && names_v(i->other, reg);
}

/* A load from LDS past the vector ALU: an operation before it may still be at work on its register, a memory operation may not have read it.
   WAIT_VDST lets so many vector ALU instructions be outstanding, and one of them behind a memory operation is enough (RDNA3 ISA, 12.2.1.2).
   Only the last RECENT - 1 instructions are known. */
static void check_lds_load(struct wave *w, const struct inst *i)
{
    const u32 wait = i->words[0] >> 16 & 15, reg = i->d[0].reg;
    const struct inst *first;
    u32 after = 0;
    for (u64 back = 1; (first = earlier(w, back)); back++) {
        if (named(first, "s_waitcnt_depctr")) return;
        if (first->form->encoding == E_LDSDIR || !names_v(first, reg)) { after += valu(first); continue; }
        if (valu(first) && after < wait) report(w, R_HAZARD_LDSDIR_VALU, "v%u may still be in use by %s; %u vector ALU instructions follow it and %u may be outstanding", reg, first->form->spelling, after, wait);
        if (!valu(first) && !after) report(w, R_HAZARD_LDSDIR_MEMORY, "v%u may not have been read by %s yet; no vector ALU instruction stands between", reg, first->form->spelling);
        return;
    }
}

static void check_pairs(struct wave *w, const struct inst *i, const struct inst *first, u32 between)
{
    for (u32 n = 0; n < PAIRS; n++)
        if (i->hazard & first->arms & pairs[n].second && between < pairs[n].states && pairs[n].meet(w, first, i))
            report(w, pairs[n].rule, "%s %s %u wait states before; %u are needed", pairs[n].what, first->form->spelling, between, pairs[n].states);
}

void check_hazards(struct wave *w, const struct inst *i)
{
    if (i->hazard & SELF) report_alone(w, i);
    if (i->hazard & CMPX_PERMLANE) { check_permlane(w); return; }
    if (i->hazard & MATRIX_FACTORS) { check_matrix(w, i); return; }
    if (i->hazard & LDS_LOAD) { check_lds_load(w, i); return; }
    u32 between = 0, armed = 0;
    for (u64 back = 1; between < LONGEST; back++) {
        const struct inst *first = earlier(w, back);
        if (!first) break;
        armed |= first->arms;
        if (first->arms & i->hazard) check_pairs(w, i, first, between);
        between += states_of(first);
    }
    w->armed = (u16)armed;
}
