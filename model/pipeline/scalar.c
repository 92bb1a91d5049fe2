/* Execution of scalar operations.  The body sees lane 0 of rows; SCC, EXEC and the PC are ordinary results. */
#include "pipeline.h"

void fetch_scalar(struct wave *w, const struct inst *i, struct lanes *o)
{
    bool open = false;
    for (int n = 0; n < SOURCES; n++) {
        const struct operand *a = &i->s[n];
        const u64 x = scalar_source(w, a, &open);
        o->copy[n][0][0] = (u32)x;
        o->copy[n][1][0] = (u32)(x >> 32);
        o->s[n][0] = o->copy[n][0];
        o->s[n][1] = o->copy[n][1];
        o->open[n] = open;
    }
}

/* A 64-bit EXEC is two registers.  In wave32 the upper one is an ordinary register (RDNA3 ISA, 3.2.2). */
static void write_destination(struct wave *w, const struct operand *d, u32 words, u32 low, u32 high,
                              const u32 undefined[2])
{
    if (d->kind == SREG) {
        write_s_bits(w, d->reg, low, undefined[0]);
        if (words > 1) write_s_bits(w, d->reg + 1, high, undefined[1]);
    } else if (d->kind == PC) {
        if (undefined[0] | undefined[1]) open_decides(w, R_OPEN_BRANCH);
        if (low & 3 && w->t->jump_aligned)
            report(w, R_CONTROL_JUMP_ALIGN, "the target 0x%llx is not a multiple of 4",
                   (unsigned long long)wide(low, high));
        /* the two low bits are forced to 0 (RDNA3 ISA, 5.4) */
        w->next_pc = wide(low, high) & ~3ull;
    }
}

void run_scalar(struct wave *w, const struct inst *i)
{
    struct lanes o, undefined;
    fetch_scalar(w, i, &o);
    i->op->lane(&o, 0);
    const bool open = o.open[SOURCES - 1];                                /* fetch_scalar accumulates */
    if (open) spread_scalar(w, i, &o, &undefined);
    const bool bit_open = open && undefined.bit[0];
    for (int k = 0; k < RESULTS; k++) {
        const int n = written_as(w->t, k);
        const u32 bits[2] = { open ? undefined.d[n][0][0] : 0, open ? undefined.d[n][1][0] : 0 };
        if (i->op->result_bits[n]) write_destination(w, &i->d[n], i->op->words[n], o.d[n][0][0], o.d[n][1][0], bits);
    }
    if (w->t->refused_keeps_scc && i->d[0].kind == SREG && refuses(w, i->d[0].reg)) return;
    if (i->op->nonzero_scc) write_scc(w, (o.d[0][0][0] | (i->op->words[0] > 1 ? o.d[0][1][0] : 0)) != 0, bit_open);
    else if (i->bit.kind == SCC) write_scc(w, o.bit[0], bit_open);
}

/* The branch condition is applied to the operand that the row names (RDNA3 ISA, 5.4). */
void run_branch(struct wave *w, const struct inst *i)
{
    struct lanes o;
    fetch_scalar(w, i, &o);
    /* branches on STATUS */
    if (i->s[0].kind == NONE || i->s[0].kind == CONSTANT) o.copy[0][0][0] = read_hwreg(w, HW_STATUS);
    const bool on_vccz = i->s[0].kind == MASK && i->s[0].reg == (u32)w->t->vcc;
    const bool undecided = i->s[0].kind == MASK
                               ? zero_is_undefined(wide(o.s[0][0][0], o.s[0][1][0]), undefined_mask(w, i->s[0].reg))
                               : o.open[SOURCES - 1] != 0;
    if (undecided || (on_vccz && w->vccz_open)) open_decides(w, R_OPEN_BRANCH);
    i->op->lane(&o, 0);
    if (!o.bit[0]) return;
    w->next_pc += (u64)((i64)i->imm * 4);
}

void run_control(struct wave *w, const struct inst *i) { i->op->control(w, i); }
