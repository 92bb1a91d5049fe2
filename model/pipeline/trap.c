/* Traps: how and why a wave enters the run's trap handler (RDNA3 ISA, 3.4.9, 5.1; Vega ISA, 3.10, 3.11, 4.1).  Without
   a handler, or with TRAP_EN = 0, there are no traps. */
#include "pipeline.h"

bool takes_traps(const struct wave *w)
{
    return w->m->handler.bytes && field_of_word(w->status_bits, STATUS_TRAP_EN) &&
           !field_of_word(w->status_bits, STATUS_PRIV);
}

/* Bits of TRAPSTS that trap.  Exceptions must be enabled in MODE; DX10_CLAMP suppresses those of the vector ALU (RDNA3
   ISA, 3.4.2).  Some bits cannot be masked. */
u32 trapping(const struct wave *w)
{
    const u32 valu = mask_of(TRAPSTS_EXCP), viol = mask_of(TRAPSTS_MEM_VIOL);
    u32 enabled = field_of_word(w->mode, MODE_EXCP_EN);
    if (!takes_traps(w)) return 0;
    if (w->t->dx10_suppresses && field_of_word(w->mode, MODE_DX10_CLAMP)) enabled &= ~valu;
    return enabled | (w->t->mem_viol_masked ? 0 : viol) | mask_of(TRAPSTS_ILLEGAL_INST);
}

/* "Wait for outstanding instructions to finish", then {TTMP1, TTMP0} = {rewind, HT, TrapID, PC}.  HT belongs to the
   host.  The clause ends (RDNA3 ISA, 5.2). */
static void enter(struct wave *w, u32 id, u64 pc, u32 rewind, bool open)
{
    const u32 ttmp = (u32)w->t->ttmp;
    for (int c = 0; c < COUNTERS; c++) wait_until(w, (enum counter)c, 0);
    put_s(w, ttmp, (u32)pc, open);
    put_s(w, ttmp + 1, (u32)(pc >> 32 & 0xffff) | id << 16 | (w->t->pc_rewind ? rewind << 25 : 0), open);
    w->status_bits |= mask_of(STATUS_PRIV);
    w->clause = 0;
    w->delay = 0;
    w->next_pc = w->m->handler.base;
}

void enter_trap(struct wave *w, u32 id) { enter(w, id, w->pc, 0, false); }

/* A trap between instructions: PC is the address of the next one. */
static void enter_at(struct wave *w, u32 rewind, bool open)
{
    enter(w, 0, w->pc, rewind, open);
    w->pc = canonical(w->next_pc);
}

bool trap_at_start(struct wave *w)
{
    if (!w->t->trap_reasons || !takes_traps(w)) return false;
    w->trapsts |= mask_of(TRAPSTS_WAVE_START);
    enter_at(w, 0, false);
    return true;
}

/* The bit is cleared on entry, so that S_ENDPGM ends the wave when the handler returns to it. */
bool trap_at_end(struct wave *w)
{
    if (!w->t->trap_reasons || !field_of_word(w->mode, MODE_WAVE_END) || !takes_traps(w)) return false;
    w->mode &= ~mask_of(MODE_WAVE_END);
    w->trapsts |= mask_of(TRAPSTS_WAVE_END);
    enter_trap(w, 0);
    return true;
}

bool trap_illegal(struct wave *w)
{
    if (!takes_traps(w)) return false;
    w->trapsts |= mask_of(TRAPSTS_ILLEGAL_INST);
    enter_at(w, 0, false);
    return true;
}

/* Memory violations are reported when LDS or the cache sees the address, so PC is undefined (Vega ISA, 3.11).  After
   SAVECTX is set, "up to 2 additional instructions" may run (3.10).  Here none runs, and PC is undefined too. */
void trap_after(struct wave *w, const struct inst *i, u32 enabled, bool user)
{
    const u32 raised = w->raised & enabled;
    const bool stepped = user && field_of_word(w->mode, MODE_DEBUG) && takes_traps(w) && w->life != ENDED,
               saves = w->t->savectx_traps && field_of_word(w->trapsts, TRAPSTS_SAVECTX);
    if (w->life == ENDED || w->life == STOPPED || (!raised && !stepped && !saves)) return;
    if (raised & mask_of(TRAPSTS_EXCP)) w->excp_cycle_open = true;
    if (stepped && w->t->trap_reasons) w->trapsts |= mask_of(TRAPSTS_TRAP_AFTER_INST);
    if (takes_traps(w))
        enter_at(w, raised & mask_of(TRAPSTS_EXCP) ? i->size / 4u : 0, saves || raised & mask_of(TRAPSTS_MEM_VIOL));
}

void return_from_trap(struct wave *w, u64 pc, bool open)
{
    if (open) open_decides(w, R_OPEN_BRANCH);
    w->status_bits &= ~mask_of(STATUS_PRIV);
    w->next_pc = pc & ~3ull;
}

/* HALT is ignored while the wave is in the handler; FATAL_HALT is not (RDNA3 ISA, Table 5; Vega ISA, 3.4). */
void stay_halted(struct wave *w)
{
    const u32 s = w->status_bits;
    if (w->life != RUNNING) return;
    if (!field_of_word(s, STATUS_FATAL_HALT) && (!field_of_word(s, STATUS_HALT) || field_of_word(s, STATUS_PRIV)))
        return;
    w->g->halted = true;
    w->life = AT_BARRIER;
}
