/* A step: fetches the next instruction, checks it and runs it. */
#include "run.h"

/* 0: the wave has ended, or the run has stopped. */
static const struct inst *next_instruction(struct wave *w)
{
    struct assay *m = w->m;
    const u64 at = code_place(m, w->pc);
    w->now = 0;
    if (w->pc - m->base == m->code_bytes) { end_wave(w); return 0; }   /* the end of the code ends the program */
    if (at == NO_CODE) {
        stop(w, ASSAY_FAULT, "pc 0x%llx lies outside the code", (unsigned long long)w->pc);
        return 0;
    }
    if (m->instructions == m->limit) {
        stop(w, ASSAY_LIMIT, "%llu instructions have run", (unsigned long long)m->instructions);
        return 0;
    }
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

/* The same for an instruction that is decoded and without findings; 0: use next_instruction. */
static const struct inst *next_decoded(struct wave *w)
{
    const struct assay *m = w->m;
    const u64 at = w->pc - m->base;
    if (at >= m->code_bytes || m->instructions == m->limit || m->decoded[at / 4] != m->run_number) return 0;
    return m->inst[at / 4].runs ? (w->now = &m->inst[at / 4]) : 0;
}

/* MODE.VSKIP drops vector instructions of all kinds; no counter counts them (Vega 7nm ISA, 4.2). */
static bool skipped(const struct wave *w, const struct inst *i)
{
    const u8 class = class_of[i->form->encoding];
    if (!w->t->vskip || !field_of_word(w->mode, MODE_VSKIP)) return false;
    return class != CLASS_SALU && class != CLASS_CONTROL && class != CLASS_SMEM;
}

/* Is there no observer of single steps, and does no mode of MODE or STATUS change instructions?  Fast paths do not
   change that. */
static bool must_halt(const struct wave *w)
{ return w->status_bits & (mask_of(STATUS_HALT) | mask_of(STATUS_FATAL_HALT)); }

static bool is_unobserved(const struct wave *w)
{
    const bool indexed = w->t->gpr_index && field_of_word(w->mode, MODE_GPR_IDX_EN),
               skips = w->t->vskip && field_of_word(w->mode, MODE_VSKIP);
    return !indexed && !skips && !must_halt(w) && !w->vccz_open && !w->watch_flags && !w->m->trace &&
           !w->m->handler.bytes;
}

/* Ends a step: counts the instruction and advances PC. */
INLINE void finish_step(struct wave *w, bool in_clause)
{
    if (in_clause && w->clause) {
        w->clause--;
        w->clause_done++;
    }
    w->pc = canonical(w->next_pc);                                     /* PC has 48 bits (RDNA3 ISA, 3.2.1) */
    w->instructions++;
    w->m->instructions++;
}

/* The general path, with traps and halts. */
static void run_general(struct wave *w, const struct inst *i)
{
    const struct assay *m = w->m;
    const bool in_clause = w->clause, user = !field_of_word(w->status_bits, STATUS_PRIV);
    const u32 enabled = trapping(w);
    w->raised = 0;
    if (!skipped(w, i)) (m->trace ? run_traced : i->op->run)(w, i);
    if (w->life == STOPPED || w->waiting_for_access) return;
    finish_step(w, in_clause);
    if (m->handler.bytes) trap_after(w, i, enabled, user);
    if (must_halt(w)) stay_halted(w);
}

/* A step without an observer. */
static void run_unobserved(struct wave *w, const struct inst *i)
{
    const bool in_clause = w->clause;
    i->op->run(w, i);
    if (w->life == STOPPED || w->waiting_for_access) return;
    finish_step(w, in_clause);
    if (must_halt(w)) stay_halted(w);
}

static bool run_fast_path(struct wave *w, const struct inst *i, u32 *left)
{ return i->fast.kind ? fast_sequence(w, i, left) : i->fast.run && i->fast.run(w, i); }

/* unobserved: the result of is_unobserved, still valid. left: instructions of the turn after this one. */
static bool step(struct wave *w, bool unobserved, u32 *left)
{
    const struct inst *i = next_decoded(w);
    if (!i && !(i = next_instruction(w))) return false;
    w->next_pc = w->pc + i->size;
    if (WATCHED && w->advised) watch_delay(w, i);
    watch_hazards(w, i);
    if (unobserved && run_fast_path(w, i, left)) {
        finish_step(w, w->clause);
        return true;
    }
    if (i->noted) report_once(w, R_DECODE_UNUSED_FIELD, "a field that it does not use is set, and ignored");
    if (unobserved) run_unobserved(w, i);
    else run_general(w, i);
    return is_unobserved(w);
}

/* No other wave runs between instructions of a clause, or of a part of it (RDNA3 ISA, 5.2). */
static bool uninterrupted(const struct wave *w)
{ return w->clause && (!w->clause_part || w->clause_done % w->clause_part); }

bool run_turn(struct wave *w, u32 instructions)
{
    bool unobserved = is_unobserved(w);
    for (u32 left = instructions; w->life == RUNNING && !w->waiting_for_access && (left || uninterrupted(w));) {
        left -= left != 0;
        unobserved = step(w, unobserved, &left);
    }
    return w->m->status == ASSAY_OK;
}
