/* Hazard rules as findings. spec/hazards.txt names the functions of this file.  The model computes results as if every
   dependency were checked. */
#include "decode.h"
#include "hazards.h"
#include "neighbours.h"

#include <string.h>

/* A decoded instruction. */
struct subject { const struct traits *t; u32 lanes; const struct inst *i; };
/* The earlier or an intermediate instruction (`first`) and the later one (`second`). back: distance of the first.
   states, valu, trans: counts between them. */
struct pair { const struct wave *w; const struct inst *first, *second; u32 back, states, valu, trans; };

typedef bool is(const struct subject *);
typedef bool pair_predicate(const struct pair *);
struct hazard {
    enum rule_id rule;
    u32 states;                        /* sufficient wait states; 0: `until` or `when` decides */
    enum assay_profile profile;
    u32 families;
    is *first, *second;                /* first 0: `second` violates the rule by itself */
    pair_predicate *when, *until;            /* 0: when always, until never */
    const char *first_text, *second_text;
};

/* ---- instruction classes ---- */

static u8 class(const struct inst *i) { return class_of_inst(i); }

static bool is_vector_memory(const struct inst *i)
{ return class(i) == CLASS_VMEM || class(i) == CLASS_FLAT || class(i) == CLASS_IMAGE; }

static bool writes_pair(const struct inst *i, u32 reg) { return writes_s(i, reg) || writes_s(i, reg + 1); }

static bool writes_exec(const struct traits *t, const struct inst *i)
{ return i->op->cmpx || writes_pair(i, (u32)t->exec); }

static bool has_source(const struct inst *i, u8 kind)
{
    for (int n = 0; n < SOURCES; n++) if (i->s[n].kind == kind) return true;
    return i->other && has_source(i->other, kind);
}

static u32 hardware_register(const struct inst *i) { return i->words[0] & 63; }

/* ---- rules of a single instruction ---- */

static bool valu_reads_too_many_scalars(const struct subject *o)
{ return is_valu(o->i) && reads_too_many_scalars(o->t, o->lanes, o->i); }
static bool vopd_reads_one_bank_twice(const struct subject *o)          { return shares_bank(o->i); }
static bool valu_overwrites_its_scalar_source(const struct subject *o)
{ return is_valu(o->i) && overwrites_itself(o->t, o->lanes, o->i); }
static bool salu_reads_too_many_of_exec_m0_and_scc(const struct subject *o)
{ return is_salu(o->i) && reads_too_many_specials(o->t, o->i); }
static bool mask_of_wave32_is_exec_hi(const struct subject *o) { return o->lanes == 32 && has_high_mask(o->t, o->i); }

/* V_MAD_U64_U32 and V_MAD_I64_I32 are the operations with these widths.  The high half of the addend may be the low
   half of the result, which LLVM permits where that half is undefined (errata E-312). */
static bool mad_of_64_bits_overlaps_its_sources(const struct subject *o)
{
    const struct inst *i = o->i;
    const u8 *bits = i->op->source_bits;
    if (!is_valu(i) || i->op->sources != 3 || i->op->result_bits[0] != 64 || bits[0] != 32 || bits[2] != 64)
        return false;
    bool overlaps = false;
    for (u32 n = 0; n < 3; n++) overlaps |= i->s[n].kind == VREG && covers(&i->d[0], VREG, i->s[n].reg);
    return overlaps;
}

/* ---- the vector ALU ---- */

static bool valu(const struct subject *o)                { return is_valu(o->i); }
static bool transcendental(const struct subject *o)      { return is_trans(o->i); }
static bool dpp(const struct subject *o)                 { return o->i->dpp; }
static bool valu_reads_a_parameter(const struct subject *o)
{
    bool found = false;
    for (int n = 0; n < SOURCES; n++) found |= o->i->op->quad[n] != 0;
    return is_valu(o->i) && found;
}
static bool wmma(const struct subject *o)                { return o->i->op->element; }
static bool v_cmpx(const struct subject *o)              { return o->i->op->cmpx; }
static bool v_permlane(const struct subject *o)          { return is_valu(o->i) && o->i->op->gathers; }
static bool v_div_fmas(const struct subject *o)          { return is_valu(o->i) && o->i->op->reads_vcc; }
static bool valu_writes_exec(const struct subject *o)    { return is_valu(o->i) && writes_exec(o->t, o->i); }
static bool valu_reads_vgpr(const struct subject *o)     { return is_valu(o->i) && has_source(o->i, VREG); }

static bool valu_writes_sgpr(const struct subject *o)
{ return is_valu(o->i) && (o->i->d[0].kind == SREG || o->i->bit.kind == MASK); }

static bool valu_writes_sgpr_or_exec(const struct subject *o) { return valu_writes_sgpr(o) || valu_writes_exec(o); }

static bool valu_writes_vgpr(const struct subject *o)    { return is_valu(o->i) && o->i->d[0].kind == VREG; }

static bool valu_of_wave64_writes_vgpr(const struct subject *o)  { return o->lanes == 64 && valu_writes_vgpr(o); }
static bool valu_of_wave64_reads_mask(const struct subject *o)
{ return o->lanes == 64 && is_valu(o->i) && has_source(o->i, MASK); }
static bool valu_reads_sgpr_as_constant(const struct subject *o) { return is_valu(o->i) && has_source(o->i, SREG); }

static bool valu_reads_vccz_or_execz(const struct subject *o)
{ return is_valu(o->i) && (has_source(o->i, VCCZ) || has_source(o->i, EXECZ)); }

static bool lane_select_by_sgpr(const struct subject *o) { return o->i->op->selects_lane && o->i->s[1].kind == SREG; }

/* ---- scalar ---- */

static bool salu_writes_m0(const struct subject *o)
{ return o->i->op->writes_m0 || o->i->op->indexes || (is_salu(o->i) && writes_s(o->i, (u32)o->t->m0)); }
static bool sgpr_is_read(const struct subject *o)        { return has_source(o->i, SREG) || has_source(o->i, MASK); }
static bool s_getreg(const struct subject *o)            { return o->i->op->reads_hwreg; }
static bool s_setreg(const struct subject *o)            { return o->i->op->writes_hwreg; }
static bool s_getreg_of_mode(const struct subject *o)    { return s_getreg(o) && hardware_register(o->i) == HW_MODE; }
static bool s_setreg_of_trapsts(const struct subject *o)
{ return s_setreg(o) && hardware_register(o->i) == HW_TRAPSTS; }
static bool salu_writes_sgpr(const struct subject *o)    { return is_salu(o->i) && o->i->d[0].kind == SREG; }
static bool branch_on_vcc(const struct subject *o)       { return !is_valu(o->i) && o->i->op->reads_vcc; }
static bool writes_half_of_vcc(const struct subject *o)
{ return writes_s(o->i, (u32)o->t->vcc) != writes_s(o->i, (u32)o->t->vcc + 1); }
static bool s_rfe(const struct subject *o)               { return o->i->op->rfe; }
static bool any_s_setvskip(const struct subject *o)      { return o->i->op->writes_vskip; }

/* Does S_SETREG write VSKIP in MODE? */
static bool s_setreg_of_vskip(const struct subject *o)
{
    const u32 field = o->i->words[0], low = field >> 6 & 31, size = (field >> 11 & 31) + 1;
    return s_setreg(o) && hardware_register(o->i) == HW_MODE && low <= low_of(MODE_VSKIP) &&
           low + size > low_of(MODE_VSKIP);
}

static bool message_gds_lds_add_tid_or_to_lds(const struct subject *o)
{
    const struct inst *i = o->i;
    return i->op->reads_m0 || i->gds || i->lds || i->op->access.addtid;
}

static bool has_parameter(const struct op *op)
{
    for (int n = 0; n < SOURCES; n++) if (op->parameter[n]) return true;
    return false;
}

static bool s_movrel_v_interp_or_lds_direct(const struct subject *o)
{
    const struct op *op = o->i->op;
    const bool movrel = is_salu(o->i) && (op->index_source || op->index_result);
    return movrel || has_parameter(op) || has_source(o->i, LDS_DIRECT);
}

/* ---- memory ---- */

static bool is_private(const struct inst *i) { return i->form->encoding == E_FLAT || i->form->encoding == E_SCRATCH; }
static bool scratch_by_sgpr_with_a_negative_offset(const struct subject *o)
{ return o->i->form->encoding == E_SCRATCH && has_source(o->i, SREG) && o->i->imm < 0; }
static bool vector_memory_reads_sgpr(const struct subject *o)
{ return is_vector_memory(o->i) && (has_source(o->i, SREG) || is_private(o->i)); }
static bool vector_memory_or_lds(const struct subject *o)
{ return is_vector_memory(o->i) || o->i->form->encoding == E_DS; }
static bool vector_instruction(const struct subject *o)
{ return is_valu(o->i) || vector_memory_or_lds(o) || class(o->i) == CLASS_EXPORT; }
static bool lds_load_past_the_valu(const struct subject *o)     { return o->i->form->encoding == E_LDSDIR; }

/* Buffer stores with an SGPR offset use another path, and so do images with a 256-bit T# (Vega ISA, 4.5).  The note
   about buffers names stores only, not atomics (errata E-311). */
static bool store_of_more_than_64_bits(const struct subject *o)
{
    const struct inst *i = o->i;
    const bool buffer = i->form->encoding == E_MUBUF || i->form->encoding == E_MTBUF;
    const bool other_way = class(i) == CLASS_IMAGE ? i->s[1].width == 8
                                                   : buffer && i->s[3].kind == SREG && !i->op->access.combine;
    return is_vector_memory(i) && i->s[2].kind == VREG && i->s[2].width > 2 && !other_way;
}

static bool scalar_memory(const struct subject *o)       { return class(o->i) == CLASS_SMEM; }

/* ---- pairs: does the first write what the second reads? ---- */

/* Does it write the scalar register by either name? */
static bool writes_either(const struct pair *p, u32 reg)
{ return writes_s(p->first, reg) || writes_s(p->first, other_name(p->w, reg)); }

/* FLAT and SCRATCH locate private memory by FLAT_SCRATCH. */
static bool that_sgpr_is_read(const struct pair *p)
{
    const u32 private = (u32)p->w->t->flat_scratch;
    if (is_private(p->second) && (writes_s(p->first, private) || writes_s(p->first, private + 1))) return true;
    for (int n = 0; n < SOURCES; n++)
        for (u32 k = 0; p->second->s[n].kind == SREG && k < p->second->s[n].width; k++)
            if (writes_either(p, p->second->s[n].reg + k)) return true;
    return false;
}

static bool that_vgpr_is_moved(const struct pair *p)      { return writes(p->first, VREG, p->second->s[0].reg); }

static bool only_another_source_is_that_vgpr(const struct pair *p)
{
    for (int n = 1; n < SOURCES; n++) {
        const struct operand *s = &p->second->s[n];
        if (s->kind == VREG && writes(p->first, VREG, s->reg)) return !that_vgpr_is_moved(p);
    }
    return false;
}

static bool that_sgpr_selects(const struct pair *p)       { return writes_either(p, p->second->s[1].reg); }
static bool it_is_the_same_register(const struct pair *p)
{ return hardware_register(p->first) == hardware_register(p->second); }

static bool vcc_is_written(const struct pair *p)
{ return writes_either(p, (u32)p->w->t->vcc) || writes_either(p, (u32)p->w->t->vcc + 1); }

static bool it_is_the_mask_written(const struct pair *p)
{
    return (has_source(p->second, VCCZ) && vcc_is_written(p)) ||
           (has_source(p->second, EXECZ) && writes_exec(p->w->t, p->first));
}

static bool it_is_vcc_by_its_other_name(const struct pair *p)
{
    const u32 names[2] = { (u32)p->w->t->vcc, p->w->vcc_at };
    if (names[0] == names[1]) return false;
    for (u32 n = 0; n < 2; n++)
        for (u32 k = 0; k < 2; k++)
            if (writes_s(p->first, names[n] + k) && reads(p->second, SREG, names[!n] + k)) return true;
    return false;
}

static bool it_holds_vcc(const struct pair *p)
{ return p->w->vcc_at != (u32)p->w->t->vcc && writes_pair(p->first, p->w->vcc_at); }

static bool its_data_is_overwritten(const struct pair *p)
{
    if (writes_nothing(p->w, p->second)) return false;
    for (u32 k = 0; k < p->first->s[2].width; k++) if (writes(p->second, VREG, p->first->s[2].reg + k)) return true;
    return false;
}

/* An invalidation is a group by itself; any other instruction ends it (RDNA3 ISA, 8.3). */
static bool one_of_them_invalidates(const struct pair *p) { return invalidates(p->first) || invalidates(p->second); }

/* For sources from LDS, in quad lanes (RDNA3 ISA, 12.3). */
static bool it_is_that_vgpr(const struct pair *p)
{
    for (int n = 0; n < SOURCES; n++)
        if (p->second->op->quad[n] && writes(p->first, VREG, p->second->s[n].reg)) return true;
    return false;
}

/* Factors A and B; C may be the previous D (RDNA3 ISA, 7.9). */
static bool its_d_is_a_or_b(const struct pair *p)
{
    for (u32 n = 0; n < 2; n++)
        for (u32 k = 0; k < p->second->s[n].width; k++)
            if (covers(&p->first->d[0], VREG, p->second->s[n].reg + k)) return true;
    return false;
}

/* ---- S_WAITCNT_DEPCTR waits for each field that is 0.  VA_VDST is the number of vector ALU instructions that may be
   incomplete ---- */

static u32 depctr_field(const struct inst *i, u32 low, u32 width) { return i->words[0] >> low & ((1u << width) - 1); }
static u32 va_vdst_of(const struct inst *i)                       { return depctr_field(i, 12, 4); }

static bool waits_for_va_vdst(const struct inst *i) { return i->op->depctr && !va_vdst_of(i); }
static bool waits_for_va_sdst(const struct inst *i) { return i->op->depctr && !depctr_field(i, 9, 3); }
static bool waits_for_vm_vsrc(const struct inst *i) { return i->op->depctr && !depctr_field(i, 2, 3); }
static bool waits_for_va_vcc(const struct inst *i)  { return i->op->depctr && !depctr_field(i, 1, 1); }
static bool waits_for_sa_sdst(const struct inst *i) { return i->op->depctr && !depctr_field(i, 0, 1); }

/* Vector ALU instructions among the last `back` - 1. */
static u32 valu_since(const struct pair *p, u32 back)
{
    u32 count = 0;
    while (--back) count += is_valu(earlier(p->w, back));
    return count;
}

/* ---- LDS loads through LDSDIR: an earlier operation may still use the register, or a memory operation may not have
   read it.  WAIT_VDST is the number of vector ALU instructions that may be outstanding.  After a memory operation one
   vector ALU instruction or export suffices (RDNA3 ISA, 12.2.1.2) ---- */

static bool it_uses_its_vgpr(const struct pair *p)
{
    const u32 reg = p->second->d[0].reg;
    return p->first->form->encoding != E_LDSDIR && (reads(p->first, VREG, reg) || writes(p->first, VREG, reg));
}

/* Does an S_WAITCNT_DEPCTR between them wait for the first? */
static bool va_vdst_was_waited_for(const struct pair *p)
{
    for (u32 back = 1; back < p->back; back++) {
        const struct inst *i = earlier(p->w, back);
        if (i->op->depctr && p->valu - valu_since(p, back) >= va_vdst_of(i)) return true;
    }
    return false;
}

static bool its_vgpr_may_be_in_use(const struct pair *p)
{ return it_uses_its_vgpr(p) && p->valu < (p->second->words[0] >> 16 & 15) && !va_vdst_was_waited_for(p); }

/* Does a later instruction of the vector ALU use it, too? */
static bool is_used_since(const struct pair *p)
{
    struct pair nearer = *p;
    for (nearer.back = 1; nearer.back < p->back; nearer.back++) {
        nearer.first = earlier(p->w, nearer.back);
        if (is_valu(nearer.first) && it_uses_its_vgpr(&nearer)) return true;
    }
    return false;
}

/* Transcendentals run beside other VALU instructions, so only WAIT_VDST 0 is a safe count.  As in LLVM, the last use
   decides. */
static bool a_transcendental_upsets_the_count(const struct pair *p)
{
    const u32 left = p->second->words[0] >> 16 & 15;
    return it_uses_its_vgpr(p) && left && p->valu >= left && p->valu < 15 && (p->trans || is_trans(p->first)) &&
           !va_vdst_was_waited_for(p) && !is_used_since(p);
}

/* An operation that was waited for has read its sources. */
static bool its_vgpr_may_be_unread(const struct pair *p)
{
    if (!it_uses_its_vgpr(p)) return false;
    for (u32 n = 0; n < p->w->pending_count; n++) if (outstanding(p->w)->head[n].by == p->first) return true;
    return false;
}

/* ---- hardware bugs that manuals omit, from LLVM's GCNHazardRecognizer ---- */

/* vector and transcendental instructions after which a transcendental result may still be outstanding */
enum { TRANS_VALU = 5, TRANS_TRANS = 1 };
/* maximum of vector ALU instructions between the two results, and after them */
enum { PARTED_BETWEEN = 2, PARTED_AFTER = 4 };

/* The distance of the last write of the register between `first` and `second`; 0: none. */
static u32 last_write(const struct pair *p, u8 kind, u32 reg)
{
    for (u32 back = 1; back < p->back; back++) {
        const struct inst *i = earlier(p->w, back);
        if (kind == VREG ? writes(i, VREG, reg) : writes_s(i, reg)) return back;
    }
    return 0;
}

/* Calls `visit` for each VGPR that `reader` reads and that the first instruction wrote last. */
static bool any_result(const struct pair *p, const struct inst *reader, bool (*visit)(const struct pair *, u32 reg))
{
    for (int n = 0; n < SOURCES; n++)
        for (u32 k = 0; reader->s[n].kind == VREG && k < reader->s[n].width; k++) {
            const u32 reg = reader->s[n].reg + k;
            if (writes(p->first, VREG, reg) && !last_write(p, VREG, reg) && visit(p, reg)) return true;
        }
    return reader->other && any_result(p, reader->other, visit);
}

static bool any(const struct pair *p, u32 reg) { (void)p, (void)reg; return true; }

static bool its_result_may_be_late(const struct pair *p)
{ return p->valu <= TRANS_VALU && p->trans <= TRANS_TRANS && any_result(p, p->second, any); }

/* Does `reader` read the result of a vector ALU instruction after the scalar write of EXEC at `parted`? */
static bool has_later_result(const struct pair *p, const struct inst *reader, u32 parted)
{
    for (int n = 0; n < SOURCES; n++)
        for (u32 k = 0; reader->s[n].kind == VREG && k < reader->s[n].width; k++) {
            const u32 back = last_write(p, VREG, reader->s[n].reg + k);
            if (!back || back >= parted || !is_valu(earlier(p->w, back))) continue;
            const u32 after = valu_since(p, back), between = p->valu - after - 1;
            if (after <= PARTED_AFTER && between <= PARTED_BETWEEN) return true;
        }
    return reader->other && has_later_result(p, reader->other, parted);
}

static bool salu_writes_exec(const struct wave *w, const struct inst *i) { return is_salu(i) && writes_exec(w->t, i); }

static bool is_parted(const struct pair *p, u32 reg)
{
    (void)reg;
    for (u32 back = p->back - 1; back; back--)
        if (salu_writes_exec(p->w, earlier(p->w, back))) return has_later_result(p, p->second, back);
    return false;
}

static bool exec_parted_its_two_results(const struct pair *p) { return any_result(p, p->second, is_parted); }

/* Writers of a mask after a read of it: the scalar ALU, the vector ALU to VCC, the vector ALU to other SGPRs. */
enum late { LATE_SCALAR, LATE_VCC, LATE_SGPR, LATES };

static enum late late_by(const struct wave *w, const struct inst *i, u32 reg)
{ return is_salu(i) ? LATE_SCALAR : reg - (u32)w->t->vcc < 2 ? LATE_VCC : LATE_SGPR; }

static void wait_for_masks(struct wave *w, enum late kind)
{
    for (u32 n = 0; n < SGPRS / 64; n++) {
        w->mask_read[n] &= ~w->mask_late[kind][n];
        w->mask_late[kind][n] = 0;
    }
}

static void write_masks(struct wave *w, const struct inst *i)
{
    for (u32 n = 0; n < SGPRS / 64; n++)
        for (u64 left = w->mask_read[n]; left; left &= left - 1) {
            const u64 bit = left & -left;
            const u32 reg = 64 * n + (u32)lowest(left);
            if (!writes_s(i, reg)) continue;
            for (u32 kind = 0; kind < LATES; kind++) w->mask_late[kind][n] &= ~bit;
            if (is_salu(i) || is_valu(i)) w->mask_late[late_by(w, i, reg)][n] |= bit;
            else w->mask_read[n] &= ~bit;
        }
}

static void read_masks(struct wave *w, const struct inst *i)
{
    for (int n = 0; n < SOURCES; n++)
        for (u32 k = 0; i->s[n].kind == MASK && k < 2; k++) {
            const u32 reg = i->s[n].reg + k;
            w->mask_read[reg >> 6] |= 1ull << reg % 64;
            w->mask_before_call[reg >> 6] &= ~(1ull << reg % 64);
        }
}

/* Tracks masks since any earlier read.  A write that is waited for ends the tracking, and so does a load. */
void follow_masks(struct wave *w, const struct inst *i)
{
    if (waits_for_sa_sdst(i)) wait_for_masks(w, LATE_SCALAR);
    if (waits_for_va_vcc(i)) wait_for_masks(w, LATE_VCC);
    if (waits_for_va_sdst(i)) wait_for_masks(w, LATE_SGPR);
    write_masks(w, i);
    if (is_valu(i)) read_masks(w, i);
    if (i->op->leaves) memcpy(w->mask_before_call, w->mask_read, sizeof w->mask_before_call);
}

static bool reads_late_mask(const struct pair *p, bool before_call)
{
    for (u32 n = 0; n < SGPRS / 64; n++) {
        u64 late = p->w->mask_late[LATE_SCALAR][n] | p->w->mask_late[LATE_VCC][n] | p->w->mask_late[LATE_SGPR][n];
        for (late &= before_call ? p->w->mask_before_call[n] : ~p->w->mask_before_call[n]; late; late &= late - 1) {
            const u32 reg = 64 * n + (u32)lowest(late);
            if (reads(p->second, SREG, reg) || reads(p->second, MASK, reg)) return true;
        }
    }
    return false;
}

/* LLVM's recognizer considers one function at a time (errata E-182). */
static bool that_mask_was_overwritten(const struct pair *p)      { return reads_late_mask(p, false); }
static bool a_mask_of_another_function_was(const struct pair *p) { return reads_late_mask(p, true); }

/* ---- instructions that write nothing ---- */

/* V_WRITELANE and matrix operations ignore EXEC. */
static enum write_condition condition_of(const struct inst *i)
{
    if (is_valu(i)) return i->op->selects_lane || i->op->element ? WRITES_ALWAYS : WRITES_BY_EXEC;
    return is_salu(i) && i->op->reads_old && has_source(i, SCC) ? WRITES_BY_SCC : WRITES_ALWAYS;
}

/* Is the rule about a result that such an instruction does not write?  Rules of profile silicon have LLVM's
   conditions. */
static bool needs_write(const struct hazard *h)
{
    return h->profile == ASSAY_MANUAL &&
           (h->first == valu_writes_vgpr || h->first == salu_writes_m0 || h->first == salu_writes_sgpr);
}

static bool wrote_nothing(const struct pair *p)
{ return p->w->wrote_nothing >> (p->w->instructions - p->back) % RECENT & 1; }

/* ---- instructions between two that make them safe ---- */

static bool another_valu(const struct pair *p)      { return is_valu(p->first) && !p->first->op->cmpx; }
static bool any_valu(const struct pair *p)          { return is_valu(p->first); }
static bool writes_vcc(const struct pair *p)
{ return writes_s(p->first, (u32)p->w->t->vcc) && writes_s(p->first, (u32)p->w->t->vcc + 1); }
static bool sources_are_read(const struct pair *p)
{ return is_valu(p->first) || class(p->first) == CLASS_EXPORT || waits_for_vm_vsrc(p->first); }

/* Memory operations and exports wait for the vector ALU. */
static bool vector_results_have_come(const struct pair *p)
{
    const u8 e = p->first->form->encoding;
    return is_vector_memory(p->first) || e == E_DS || e == E_EXP || waits_for_va_vdst(p->first);
}

#include "hazards.inc"

/* ---- checks ---- */

/* Does the rule apply to the run's family and profile? */
static bool asked(const struct assay *m, const struct hazard *h)
{ return h->families >> m->t->family & 1 && h->profile <= m->profile; }

void classify_hazards(const struct assay *m, struct inst *i)
{
    const struct subject o = { m->t, m->lanes, i };
    i->hazard = i->arms = 0;
    i->written_if = WRITES_ALWAYS;
    if (!i->op) return;
    i->written_if = condition_of(i);
    for (u32 n = 0; n < HAZARDS; n++) {
        const struct hazard *h = &hazards[n];
        if (!asked(m, h)) continue;
        if (h->second(&o)) i->hazard |= 1ull << n;
        if (h->first && h->first(&o)) i->arms |= 1ull << n;
    }
}

static void report_pair(struct wave *w, const struct hazard *h, const struct pair *p)
{
    if (!p->first) {
        report(w, h->rule, "%s after %s, and nothing between makes it safe", h->second_text, h->first_text);
        return;
    }
    const char *first = p->first->form->spelling;
    if (h->states)
        report(w, h->rule, "%s %u wait states after %s (%s); %u are needed", h->second_text, p->states, first,
               h->first_text, h->states);
    else
        report(w, h->rule, "%s %u instructions after %s (%s), and nothing between makes it safe", h->second_text,
               p->back - 1, first, h->first_text);
}

static u32 states_of(const struct inst *i) { return i->op->idles ? ((u32)i->imm & 15) + 1 : 1; }

/* The rules of `rows` that the earlier instruction p->first violates; the nearest one counts. */
static u64 broken_by(const struct pair *p, u64 rows)
{
    u64 broken = 0;
    for (u64 left = rows & p->first->arms; left; left &= left - 1) {
        const struct hazard *h = &hazards[lowest(left)];
        if (needs_write(h) && wrote_nothing(p)) continue;
        if (!h->when || h->when(p)) broken |= left & -left;
    }
    return broken;
}

/* The rules that need no further search: violated ones, safe ones, and those with enough wait states. */
static u64 ended_by(const struct pair *p, u64 rows, u64 broken)
{
    const u32 states = p->states + states_of(p->first);
    u64 over = (broken & FAR) | (rows & ENOUGH[states < MOST_STATES ? states : MOST_STATES]);
    for (u64 left = rows & FAR & ~over; left; left &= left - 1)
        if (hazards[lowest(left)].until(p)) over |= left & -left;
    return over;
}

/* Searches back until every rule is decided.  Only the last RECENT - 1 instructions are known.  A rule of wait states
   without a nearby cause is disarmed until a new cause.  With `tell` false it returns true at the first violation and
   changes nothing. */
static bool look_back(struct wave *w, const struct inst *i, bool tell)
{
    struct pair p = { .w = w, .second = i };
    u64 armed = w->armed, rows = i->hazard & armed & ~(ALONE | EVER), arms = 0;
    while (rows && (p.first = earlier(w, ++p.back))) {
        const u64 broken = broken_by(&p, rows), over = ended_by(&p, rows, broken);
        if (broken && !tell) return true;
        for (u64 left = broken; left; left &= left - 1) report_pair(w, &hazards[lowest(left)], &p);
        arms |= p.first->arms;
        armed &= arms | ~over | FAR;
        rows &= ~over;
        p.states += states_of(p.first);
        p.valu += is_valu(p.first);
        p.trans += is_trans(p.first);
    }
    w->armed = armed & (arms | ~rows);
    return false;
}

bool breaks_any_rule(struct wave *w, const struct inst *i)
{ return i->hazard & (ALONE | (w->armed & EVER)) || look_back(w, i, false); }

void check_hazards(struct wave *w, const struct inst *i)
{
    const struct pair p = { .w = w, .second = i };
    for (u64 left = i->hazard & ALONE; left; left &= left - 1)
        report(w, hazards[lowest(left)].rule, "%s", hazards[lowest(left)].second_text);
    for (u64 left = i->hazard & w->armed & EVER; left; left &= left - 1)
        if (hazards[lowest(left)].when(&p)) report_pair(w, &hazards[lowest(left)], &p);
    look_back(w, i, true);
}
