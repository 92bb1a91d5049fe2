/* Steps: the next instruction is fetched, watched, and run. */
#include "run.h"

/* 0: the wave ended or the run stopped instead. */
static const struct inst *next_instruction(struct wave *w)
{
    struct assay *m = w->m;
    const u64 at = code_place(m, w->pc);
    w->now = 0;
    if (w->pc - m->base == m->code_bytes) { end_wave(w); return 0; }   /* running off the end is an end */
    if (at == NO_CODE) {
        stop(w, ASSAY_FAULT, "pc 0x%llx lies outside the code", (unsigned long long)w->pc);
        return 0;
    }
    if (!m->left) { stop(w, ASSAY_LIMIT, "%llu instructions have run", (unsigned long long)m->instructions); return 0; }
    const struct inst *i = decoded(m, at);
    if (!i->size) {
        if (!trap_illegal(w)) stop(w, ASSAY_ILLEGAL, "0x%08x is not an instruction", i->words[0]);
        return 0;
    }
    w->now = i;
    if (i->op && (!i->other || i->other->op)) return i;
    stop(w, ASSAY_UNSUPPORTED, "%s", (i->op ? i->other : i)->form->spelling);
    return 0;
}

/* MODE.VSKIP: vector instructions of every kind are dropped and count nowhere (Vega 7nm ISA, 4.2). */
static bool skipped(const struct wave *w, const struct inst *i)
{
    const u8 class = class_of[i->form->encoding];
    if (!w->t->vskip || !field_of_word(w->mode, MODE_VSKIP)) return false;
    return class != CLASS_SALU && class != CLASS_CONTROL && class != CLASS_SMEM;
}

/* Does nothing look at single steps, and does MODE leave instructions as they are written? */
static bool is_calm(const struct wave *w)
{
    const bool indexed = w->t->gpr_index && field_of_word(w->mode, MODE_GPR_IDX_EN),
               skips = w->t->vskip && field_of_word(w->mode, MODE_VSKIP);
    return !indexed && !skips && !w->watch_flags && !w->m->trace;
}

static void step(struct wave *w)
{
    struct assay *m = w->m;
    const struct inst *i = next_instruction(w);
    if (!i) return;
    w->next_pc = w->pc + i->size;
    if (w->advised) watch_delay(w, i);
    watch_hazards(w, i);
    if (i->unused) report_once(w, R_DECODE_UNUSED_FIELD, "a field that it does not use is set, and ignored");
    const bool in_clause = w->clause, user = !field_of_word(w->status_bits, STATUS_PRIV);
    const u32 enabled = m->handler.bytes ? trapping(w) : 0;
    w->raised = 0;
    if (!(is_calm(w) && i->way.take && i->way.take(w, i)) && !skipped(w, i)) (m->trace ? run_traced : i->op->run)(w, i);
    if (w->life == STOPPED || w->held) return;
    if (in_clause && w->clause) {
        w->clause--;
        w->clause_done++;
    }
    w->pc = canonical(w->next_pc);                                     /* PC has 48 bits (RDNA3 ISA, 3.2.1) */
    w->instructions++;
    m->instructions++;
    m->left--;
    if (m->handler.bytes) trap_after(w, i, enabled, user);
    if (w->status_bits & (mask_of(STATUS_HALT) | mask_of(STATUS_FATAL_HALT))) stay_halted(w);
}

/* No other wave's instruction comes between those of a clause, or of its part (RDNA3 ISA, 5.2). */
static bool uninterrupted(const struct wave *w)
{ return w->clause && (!w->clause_part || w->clause_done % w->clause_part); }

bool run_turn(struct wave *w, u32 instructions)
{
    for (u32 n = 0; w->life == RUNNING && !w->held && (n < instructions || uninterrupted(w)); n++) step(w);
    return w->m->status == ASSAY_OK;
}
