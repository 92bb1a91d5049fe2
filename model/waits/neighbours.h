/* Registers that an instruction reads and writes, and the instructions before it, for hazards.c and delay.c. */
#pragma once
#include "waits.h"

/* The instruction that ran `back` steps before the next one; 0: unknown. */
static inline const struct inst *earlier(const struct wave *w, u64 back)
{ return back <= w->instructions && back < RECENT ? w->recent[(w->instructions - back) % RECENT] : 0; }

static inline u8 class_of_inst(const struct inst *i)  { return class_of[i->form->encoding]; }
static inline bool is_valu(const struct inst *i)      { return class_of_inst(i) == CLASS_VALU; }
static inline bool is_salu(const struct inst *i)      { return class_of_inst(i) == CLASS_SALU; }
static inline bool is_trans(const struct inst *i)     { return i->op->trans; }

static inline bool covers(const struct operand *a, u8 kind, u32 reg)
{ return a->kind == kind && reg - a->reg < a->width; }

static inline bool writes(const struct inst *i, u8 kind, u32 reg)
{
    for (int n = 0; n < RESULTS; n++) if (covers(&i->d[n], kind, reg)) return true;
    return i->other && writes(i->other, kind, reg);
}

static inline bool reads(const struct inst *i, u8 kind, u32 reg)
{
    for (int n = 0; n < SOURCES; n++) if (covers(&i->s[n], kind, reg)) return true;
    return i->other && reads(i->other, kind, reg);
}

/* A mask counts as two registers for any wave size; waiting for both is always safe. */
static inline bool writes_s(const struct inst *i, u32 reg)
{ return writes(i, SREG, reg) || (i->bit.kind == MASK && reg - i->bit.reg < 2); }
