/* Chooses the fast path of an instruction when it is decoded. */
#include "dpp.h"
#include "fast_paths.h"

/* Collects the plain registers of an operand; false: it has other registers. */
static bool note_registers(const struct traits *t, struct fast_path *fast, const struct operand *a, u64 *scalars)
{
    const u32 first = a->kind == VCCZ ? (u32)t->vcc : a->reg, count = a->kind == VCCZ ? 2 : a->width;
    for (u32 reg = first; reg < first + count; reg++) {
        if (a->kind == VREG) {
            if (reg >= VGPRS) return false;
            fast->v[reg >> 6] |= 1ull << reg % 64;
            if (fast->vgprs <= reg) fast->vgprs = (u16)(reg + 1);
        } else if (a->kind == SREG || a->kind == MASK || a->kind == VCCZ) {
            if (reg >= SGPRS || (int)reg == t->null || reg - (u32)t->ttmp < TTMPS) return false;
            fast->s[reg >> 6] |= 1ull << reg % 64;
            scalars[reg >> 6] |= 1ull << reg % 64;
            if (reg < (u32)t->sgprs && fast->sgprs <= reg) fast->sgprs = (u8)(reg + 1);
        }
    }
    return true;
}

static bool note_operands(const struct traits *t, struct inst *i)
{
    const struct operand exec = { .kind = MASK, .reg = (u8)t->exec, .width = 2 };
    u64 written[SGPRS / 64] = { 0 };
    bool plain = note_registers(t, &i->fast, &i->bit, written);
    if (i->op->cmpx) plain &= note_registers(t, &i->fast, &exec, written);
    for (int n = 0; n < RESULTS; n++) plain &= note_registers(t, &i->fast, &i->d[n], written);
    for (int n = 0; n < SOURCES; n++) plain &= note_registers(t, &i->fast, &i->s[n], i->fast.read);
    return plain;
}

static bool is_row(const struct inst *i, int n)
{
    const struct operand *a = &i->s[n];
    if (a->kind == VREG) return a->width == source_words(i, n);
    return a->kind == NONE || a->kind == CONSTANT || a->kind == SREG || (a->kind == MASK && source_words(i, n) == 1);
}

static bool are_rows(const struct inst *i)
{
    bool all = true;
    for (int n = 0; n < i->op->sources; n++) all &= is_row(i, n);
    return all;
}

/* Floats of up to 32 bits are clamped after their row.  Integers have a row that saturates. */
static bool may_clamp(const struct op *op)
{ return op->result_float ? op->result_bits[0] < 64 : op->result_bits[0] && !op->float_bits; }

static bool is_vector(const struct traits *t, struct inst *i)
{
    const struct op *op = i->op;
    const struct half half = half_of(t, i, 0);
    const bool part = i->sdwa && i->dst_sel != SEL_DWORD;
    if (op->run != run_vector || !op->row || op->order_any || (i->clamp && !may_clamp(op))) return false;
    if ((i->omod && op->result_float) || ((half.shift || part) && op->ulp) || cuts_result(i)) return false;
    if ((half.keep || part) && op->result_bits[1]) return false;
    if (!are_rows(i)) return false;
    for (int n = 0; n < RESULTS; n++) if (op->result_bits[n] && i->d[n].kind != VREG) return false;
    return i->bit.kind == NONE || i->bit.kind == MASK;
}

static void note_vector(const struct traits *t, struct inst *i)
{
    const struct op *op = i->op;
    const struct half half = half_of(t, i, 0);
    for (int n = 0; n < op->sources; n++) {
        i->fast.words[n] = (u8)source_words(i, n);
        i->fast.altered |= (u8)((i->s[n].kind != NONE && !is_plain(op, &i->s[n])) << n);
    }
    i->fast.keep = half.keep;
    i->fast.shift = half.shift;
    i->fast.clamps = i->clamp && op->result_float;
    i->fast.part = i->sdwa && i->dst_sel != SEL_DWORD;
    i->fast.row = i->clamp && op->saturated ? op->saturated : op->row;
}

/* Each source is one unmodified VGPR. */
static bool are_direct(struct inst *i)
{
    for (int n = 0; n < i->op->sources; n++) {
        if (!(i->direct >> n & 1)) return false;
        i->fast.from[n] = i->s[n].reg;
    }
    i->fast.to = i->d[0].reg;
    return true;
}

static bool is_rows(struct inst *i)
{
    const bool one = i->op->words[0] == 1 && i->d[1].kind == NONE && i->bit.kind == NONE;
    const bool whole = !i->fast.keep || i->op->float_bits;           /* fast_float_rows writes halves too */
    return are_direct(i) && one && whole && !i->fast.shift && !i->fast.clamps && !i->fast.part;
}

static bool is_quad(const struct traits *t, struct inst *i)
{
    const struct half half = half_of(t, i, 0);
    if (i->op->run != run_quad || !are_direct(i) || i->clamp || half.shift || i->d[0].kind != VREG) return false;
    i->fast.row = i->op->row;
    i->fast.keep = half.keep;
    i->fast.left[EXP] = (u8)exports_left(i);
    return true;
}

/* V_PERMLANE.  The 64-lane form does nothing in wave32. */
static bool is_gather(const struct assay *m, const struct inst *i)
{
    const bool moves = i->op->bc_fi || (i->op->reads_off && m->lanes == 64);
    return i->op->run == run_gather && moves && i->d[0].kind == VREG && are_rows(i);
}

static bool is_indexed(const struct inst *i)
{ return i->op->run == run_indexed_vector && i->direct >> indices_of(i).swap & 1 && i->d[0].kind == VREG; }

static bool is_lane(const struct inst *i)
{
    for (int n = 0; n < i->op->sources; n++) {
        const struct operand *a = &i->s[n];
        const bool registers = a->kind == SREG || a->kind == MASK;
        if (a->kind > EXECZ) return false;
        if (registers && a->width < source_words(i, n)) return false;
    }
    return true;
}

static bool is_scalar(const struct inst *i)
{
    if (i->op->run != run_scalar || !is_lane(i)) return false;
    for (int n = 0; n < RESULTS; n++) {
        if (i->op->result_bits[n] && (i->d[n].kind != SREG || i->d[n].width != i->op->words[n])) return false;
    }
    return i->bit.kind == NONE || i->bit.kind == SCC;
}

static bool is_branch(const struct inst *i)
{ return i->op->run == run_branch && i->s[0].kind != CONSTANT && is_lane(i); }

/* One element of whole dwords in each lane, from or to vector registers. */
static bool may_be_line(const struct inst *i)
{
    const struct access *a = &i->op->access;
    const u8 encoding = i->form->encoding;
    const bool own = a->addtid || a->queue || a->source_in_lds || a->pairs;
    return (i->op->run == run_load || i->op->run == run_store) && !own && !i->lds && !i->gds && a->bits >= 32 &&
           a->count == 1 && (encoding == E_DS || encoding == E_FLAT || encoding == E_GLOBAL || encoding == E_SCRATCH);
}

/* Whole dwords in each lane, in memory or LDS only. */
static bool is_dwords(const struct inst *i)
{
    const struct access *a = &i->op->access;
    const bool one = !(a->bits % 32) && a->count == 1 && !a->formatted && !a->image && !a->source_in_lds && !a->pairs;
    return (i->op->run == run_load || i->op->run == run_store) && one && !i->lds && !i->gds;
}

/* The counter limit in a field of SIMM16, or ALL_LEFT. */
static u8 left_of(const struct inst *i, const struct bits range[2])
{
    const u32 left = joined_bits((u32)i->imm, range);
    return left < all_ones(range) ? (u8)left : ALL_LEFT;
}

static void choose_wait(const struct traits *t, struct inst *i)
{
    i->fast.left[VM] = left_of(i, t->wait_vm);
    i->fast.left[VS] = ALL_LEFT;
    i->fast.left[EXP] = left_of(i, t->wait_exp);
    i->fast.left[LGKM] = left_of(i, t->wait_lgkm);
    i->fast.run = fast_wait;
}

static void choose_line(const struct traits *t, struct inst *i)
{
    const i32 most[COUNTERS] = { t->max_vm, t->max_vs, t->max_exp, t->max_lgkm };
    for (int c = 0; c < COUNTERS; c++) i->fast.most[c] = (u8)(most[c] - i->event.weight[c]);
    i->fast.run = fast_access;
}

static void choose_chained(struct inst *i, bool (*run)(struct wave *, const struct inst *))
{
    i->fast.kind = FAST_CHAINED;
    i->fast.run = run;
}

static void choose_rows(const struct traits *t, struct inst *i)
{
    note_vector(t, i);
    if (!is_rows(i)) choose_chained(i, fast_vector);
    else i->fast.kind = i->op->float_bits ? FAST_FLOAT_ROWS : FAST_ROWS;
}

static void choose_gather(const struct traits *t, struct inst *i)
{
    note_vector(t, i);
    choose_chained(i, fast_gather);
}

void choose_fast_path(const struct assay *m, struct inst *i)
{
    i->fast = (struct fast_path){ .line = i->op && may_be_line(i), .dwords = i->op && is_dwords(i) };
    if (i->op) i->event = memory_event(m->t, i);
    if (i->dpp) resolve_move(&i->move);
    i->direct = direct_sources(i);
    if (i->other) i->other->direct = direct_sources(i->other);
    if (!i->op || i->other || i->unused || !note_operands(m->t, i)) return;
    if (i->op->waits) choose_wait(m->t, i);
    else if (i->fast.line) choose_line(m->t, i);
    else if (is_vector(m->t, i)) choose_rows(m->t, i);
    else if (is_quad(m->t, i)) choose_chained(i, fast_quad);
    else if (is_gather(m, i)) choose_gather(m->t, i);
    else if (is_indexed(i)) choose_chained(i, fast_indexed);
    else if (is_scalar(i)) choose_chained(i, fast_scalar);
    else if (is_branch(i)) i->fast.run = fast_branch;
    else if (i->op->advises) choose_chained(i, fast_delay);
}
