/* S_DELAY_ALU (RDNA3 ISA, 5.7) advises when to issue the next instructions.  It changes no result.  Advice that matches
   no dependency is a note of kind stall.  So is missing advice in programs that use it. */
#include "neighbours.h"

/* DEP codes of Table 19: the number of vector instructions that are not transcendental, of transcendental ones, or of
   scalar cycles back; 0: none (errata E-310). */
enum { NO_DEP, LAST_VALU = 4, LAST_TRANS = 7, DEP_RESERVED = 8, LAST_SALU = 11, LAST_SKIP = 5 };

static u32 dep_code(u32 imm, u32 n) { return imm >> (n ? 7 : 0) & 15; }
static u32 skip_code(u32 imm)       { return imm >> 4 & 7; }
/* Distance from S_DELAY_ALU to the instruction of code n. */
static u32 place_of(u32 imm, u32 n) { return n && skip_code(imm) ? skip_code(imm) + 1 : 1; }

/* The distance to the last instruction with a code; 0: none. */
static u32 last_place(u32 imm)
{
    u32 last = 0;
    for (u32 n = 0; n < 2; n++) if (dep_code(imm, n) && last < place_of(imm, n)) last = place_of(imm, n);
    return last;
}

static bool known(u32 code) { return code <= LAST_SALU && code != DEP_RESERVED; }

/* Does source n of `i` read one half of a register, and `p` write the other?  LLVM's advice distinguishes them. */
static bool different_halves(const struct inst *i, int n, const struct inst *p)
{ return i->form->s[n].bits == 16 && p->form->d[0].bits == 16 && !p->other && i->s[n].half != p->d[0].half; }

/* Does `i` read a vector register, or a scalar register, that `p` writes? */
static bool depends_v(const struct inst *i, const struct inst *p)
{
    for (int n = 0; n < SOURCES; n++)
        for (u32 k = 0; i->s[n].kind == VREG && k < i->s[n].width; k++)
            if (writes(p, VREG, i->s[n].reg + k) && !different_halves(i, n, p)) return true;
    return i->other && depends_v(i->other, p);
}

static bool depends_s(const struct inst *i, const struct inst *p)
{
    for (int n = 0; n < SOURCES; n++) {
        const struct operand *s = &i->s[n];
        const bool scalar = s->kind == MASK || s->kind == SREG;
        for (u32 k = 0; scalar && k < s->width; k++) if (writes_s(p, s->reg + k)) return true;
    }
    return i->other && depends_s(i->other, p);
}

/* The n-th previous instruction that `is`; 0: unknown, or none.  Instructions with EXEC = 0 count too. */
static const struct inst *nth_back(const struct wave *w, bool (*is)(const struct inst *), u32 n)
{
    const struct inst *i;
    for (u64 back = 1; (i = earlier(w, back)); back++) if (is(i) && !--n) return i;
    return 0;
}

/* Scalar results arrive within a few cycles, so any recent instruction counts. */
static bool depends_on_salu(const struct wave *w, const struct inst *i)
{
    const struct inst *p;
    for (u64 back = 1; (p = earlier(w, back)); back++) if (is_salu(p) && depends_s(i, p)) return true;
    return false;
}

static bool is_plain_valu(const struct inst *i)  { return is_valu(i) && !is_trans(i); }

/* Why the advice of this code has no effect; 0: it has, or that is unknown. */
static const char *unkept(const struct wave *w, const struct inst *i, u32 code)
{
    if (!known(code) || code == NO_DEP || !(is_valu(i) || is_salu(i))) return 0;
    if (code > DEP_RESERVED)
        return depends_on_salu(w, i) ? 0 : "S_DELAY_ALU makes it wait for a scalar result that it does not use";
    const bool trans = code > LAST_VALU;
    const u32 n = trans ? code - LAST_VALU : code;
    const struct inst *p = nth_back(w, trans ? is_trans : is_plain_valu, n);
    if (p && (depends_v(i, p) || depends_s(i, p))) return 0;
    if (!p && w->instructions >= RECENT) return 0;
    return trans ? "S_DELAY_ALU makes it wait for a transcendental whose result it does not use"
                 : "S_DELAY_ALU makes it wait for a vector instruction whose result it does not use";
}

/* The code of S_DELAY_ALU for the instruction at distance `ahead`, or 0. */
static u32 code_for(const struct wave *w, u32 n, u64 ahead)
{ return ahead == place_of(w->delay, n) ? dep_code(w->delay, n) : NO_DEP; }

static u64 ahead_of_advice(const struct wave *w)     { return w->instructions - w->delay_at; }
static bool is_advised(const struct wave *w, u64 ahead) { return code_for(w, 0, ahead) || code_for(w, 1, ahead); }

bool reads_result(const struct inst *i, const struct inst *p) { return is_valu(i) && is_valu(p) && depends_v(i, p); }

/* Does it directly follow the instruction whose vector result it reads?  Masks do not count, as in compilers.  A clause
   cannot contain advice. */
static bool lacks_advice(const struct wave *w, const struct inst *i)
{
    const struct inst *p = earlier(w, 1);
    return p && !w->clause && reads_result(i, p);
}

void watch_delay(struct wave *w, const struct inst *i)
{
    const u64 ahead = ahead_of_advice(w);
    if (i->op->advises) return;
    if (!is_advised(w, ahead) && lacks_advice(w, i))
        report_once(w, R_CONTROL_DELAY_MISSING,
                    "it takes the result of the instruction before it, and no S_DELAY_ALU says so");
    for (u32 n = 0; n < 2; n++) {
        const char *what = unkept(w, i, code_for(w, n, ahead));
        if (what) report_once(w, R_CONTROL_DELAY_DISTANCE, "%s", what);
    }
}

bool satisfies_advice(const struct wave *w, const struct inst *i, bool takes)
{
    const u64 ahead = ahead_of_advice(w);
    if (!is_advised(w, ahead)) return !takes;
    return !unkept(w, i, code_for(w, 0, ahead)) && !unkept(w, i, code_for(w, 1, ahead));
}

/* ---- S_DELAY_ALU itself ---- */

static bool is_reserved(u32 imm)
{ return !known(dep_code(imm, 0)) || !known(dep_code(imm, 1)) || skip_code(imm) > LAST_SKIP; }

/* The last one has advice for a later instruction. */
static bool is_unused(const struct wave *w) { return w->delay && ahead_of_advice(w) <= last_place(w->delay); }

static void note_advice(struct wave *w, u32 imm)
{
    w->delay = imm;
    w->delay_at = w->instructions;
    w->advised = true;
}

void set_advice(struct wave *w, u32 imm)
{
    if (is_reserved(imm)) report(w, R_CONTROL_DELAY_RESERVED, "0x%04x holds a reserved code", imm);
    if (is_unused(w))
        report_once(w, R_CONTROL_DELAY_REPLACED, "it replaces advice of the last one that is not used yet");
    note_advice(w, imm);
}

bool set_valid_advice(struct wave *w, u32 imm)
{
    if (is_reserved(imm) || is_unused(w)) return false;
    note_advice(w, imm);
    return true;
}
