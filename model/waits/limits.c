/* Rules that a single instruction violates: number and kind of scalar values, masks of wave32, the two passes of
   wave64, ports of a VOPD pair.  The result is then unpredictable (RDNA3 ISA, 3.4.6, 6.2, 7.2.2.3, 7.2.3.2, 7.6; Vega
   ISA, 6.2.1). */
#include "hazards.h"

enum { VALUES = 2 * SOURCES };

/* A scalar value: kind, and register; for a literal the width of its read. */
struct scalars { u32 count; struct { u8 kind, key; } value[VALUES]; };

static void add(struct scalars *s, u8 kind, u8 key)
{
    for (u32 n = 0; n < s->count; n++) if (s->value[n].kind == kind && s->value[n].key == key) return;
    s->value[s->count].kind = kind;
    s->value[s->count++].key = key;
}

/* S[2n] and S[2n:2n+1] are one value.  In wave64 a mask advances with the pass, so it does not share a value with a
   plain source.  A lane select in M0 is free if only one value may be read (LLVM, SIInstrInfo). */
static void add_source(const struct traits *t, u32 lanes, const struct inst *i, int n, struct scalars *s)
{
    const struct operand *a = &i->s[n];
    const bool lane_select = n == 1 && i->op->across;
    if (a->literal) add(s, CONSTANT, i->op->source_bits[n]);
    else if (a->kind == SCC) add(s, SCC, 0);
    else if (a->kind == SREG && lane_select && t->constant_bus == 1 && a->reg == t->m0) return;
    else if (a->kind == SREG) add(s, SREG, a->reg);
    else if (a->kind == MASK) add(s, t->constant_bus > 1 && lanes == 64 ? MASK : SREG, a->reg);
}

/* A 64-bit shift of RDNA3 may read one scalar value, and only once. */
static bool long_shift(const struct inst *i)
{ return i->op->sources == 2 && i->op->source_bits[0] == 32 && i->op->source_bits[1] == 64 && !i->op->float_bits; }

static bool is_scalar(const struct operand *a) { return a->literal || a->kind == SREG || a->kind == SCC; }

/* Each half of a VOPD pair may read one scalar register.  VCC of V_DUAL_CNDMASK counts (RDNA3 ISA, 7.6). */
static bool half_reads_two(const struct traits *t, u32 lanes, const struct inst *i)
{
    struct scalars s = { 0 };
    for (int n = 0; n < SOURCES; n++) if (!i->s[n].literal) add_source(t, lanes, i, n, &s);
    return s.count > 1;
}

bool reads_too_many_scalars(const struct traits *t, u32 lanes, const struct inst *i)
{
    struct scalars s = { 0 };
    if (i->other && (half_reads_two(t, lanes, i) || half_reads_two(t, lanes, i->other))) return true;
    if (t->constant_bus > 1 && long_shift(i)) return is_scalar(&i->s[0]) && is_scalar(&i->s[1]);
    for (int n = 0; n < SOURCES; n++) add_source(t, lanes, i, n, &s);
    for (int n = 0; n < SOURCES && i->other; n++) add_source(t, lanes, i->other, n, &s);
    return s.count > (u32)t->constant_bus;
}

/* Source operands; an operation may also read EXEC or SCC implicitly (RDNA3 ISA, 6.2; errata E-280). */
bool reads_too_many_specials(const struct traits *t, const struct inst *i)
{
    bool exec = false, m0 = false, scc = false;
    for (int n = 0; n < SOURCES; n++) {
        const struct operand *a = &i->s[n];
        if (i->form->s[n].from != CODE) continue;
        exec |= a->kind == SREG && a->reg >> 1 == t->exec >> 1;
        m0 |= a->kind == SREG && a->reg == t->m0;
        scc |= a->kind == SCC;
    }
    return exec + m0 + scc > t->special_sources;
}

static bool is_high_mask(const struct traits *t, const struct operand *a)
{ return a->kind == MASK && a->reg == t->exec + 1; }

bool has_high_mask(const struct traits *t, const struct inst *i)
{
    bool found = is_high_mask(t, &i->bit);
    for (int n = 0; n < SOURCES; n++) found |= is_high_mask(t, &i->s[n]);
    return found;
}

static bool holds(const struct operand *a, u32 reg) { return a->kind == SREG && reg - a->reg < a->width; }

/* The first pass over a wave64 must not write a scalar register that the second one reads (RDNA3 ISA, 7.2.3.2).  A lane
   mask that is read and written advances with the pass. */
bool overwrites_itself(const struct traits *t, u32 lanes, const struct inst *i)
{
    const u32 written = i->op->cmpx ? (u32)t->exec : i->bit.reg;
    if (!t->interlocked || lanes != 64 || (i->bit.kind != MASK && !i->op->cmpx)) return false;
    for (int n = 0; n < SOURCES; n++) if (holds(&i->s[n], written)) return true;
    return false;
}

/* Sources 0, and sources 1, must come from different banks of four; of sources 2 one is even and one odd (RDNA3 ISA,
   7.6). */
bool shares_bank(const struct inst *i)
{
    if (!i->other) return false;
    for (int n = 0; n < 3; n++) {
        const struct operand *x = &i->s[n], *y = &i->other->s[n];
        if (x->kind == VREG && y->kind == VREG && !((x->reg ^ y->reg) & (n < 2 ? 3 : 1))) return true;
    }
    return false;
}
