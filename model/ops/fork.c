/* Vega's branch stack.  A fork runs the side with fewer lanes first.  It saves the other side in four SGPRs for each
   level: {mask, PC}, low half first.  MODE.CSP is the number of levels (Vega 7nm ISA, 4.6, 12.1). */
#include "pipeline.h"
#include "rows_fork.h"

enum { LEVEL = 4, DEEPEST = 6 };

static u32 levels(struct wave *w) { return field_of_word(w->mode, MODE_CSP); }

static void set_levels(struct wave *w, u32 count)
{ write_hwreg(w, HW_MODE, with_field(w->mode, MODE_CSP, count), mask_of(MODE_CSP)); }

static void set_exec(struct wave *w, u64 mask) { write_mask(w, (u32)w->t->exec, mask, false); }

static void push(struct wave *w, u64 pc, u64 mask)
{
    const u32 level = levels(w);
    if (level >= DEEPEST)
        report(w, R_CONTROL_FORK_STACK, "level %u is pushed, and the branch stack holds %d", level + 1, DEEPEST);
    const u32 words[LEVEL] = { (u32)mask, (u32)(mask >> 32), (u32)pc, (u32)(pc >> 32) };
    for (u32 k = 0; k < LEVEL; k++) write_s(w, LEVEL * level + k, words[k], false);
    set_levels(w, level + 1);
}

static void fork_to(struct wave *w, u64 chosen, u64 target)
{
    bool open = false;
    const u64 exec = read_mask(w, (u32)w->t->exec, &open), pass = chosen & exec, fail = ~chosen & exec;
    if (pass == exec) { w->next_pc = target & ~3ull; return; }
    if (fail == exec) return;
    if (__builtin_popcountll(fail) < __builtin_popcountll(pass)) {
        set_exec(w, fail);
        push(w, target, pass);
    } else {
        set_exec(w, pass);
        push(w, w->next_pc, fail);
        w->next_pc = target & ~3ull;
    }
}

static u64 forked(struct wave *w, const struct inst *i, int n)
{
    bool open = false;
    const u64 value = scalar_source(w, &i->s[n], &open);
    if (open) open_decides(w, R_OPEN_BRANCH);
    return value;
}

static void s_cbranch_g_fork(struct wave *w, const struct inst *i) { fork_to(w, forked(w, i, 0), forked(w, i, 1)); }
static void s_cbranch_i_fork(struct wave *w, const struct inst *i)
{ fork_to(w, forked(w, i, 0), w->next_pc + (u64)((i64)i->imm * 4)); }

/* The first join switches to the saved side.  The second one finds its level in S0, and the program continues. */
static void s_cbranch_join(struct wave *w, const struct inst *i)
{
    const u32 saved = (u32)forked(w, i, 0);
    if (levels(w) == saved) return;
    if (!levels(w))
        report(w, R_CONTROL_FORK_STACK, "the branch stack is empty, and level %u is what it began with", saved & 7);
    set_levels(w, levels(w) - 1);
    const u32 at = LEVEL * levels(w);
    const bool open = s_is_open(w, at) || s_is_open(w, at + 1) || s_is_open(w, at + 2) || s_is_open(w, at + 3);
    if (open) open_decides(w, R_OPEN_BRANCH);
    set_exec(w, wide(read_s(w, at), read_s(w, at + 1)));
    w->next_pc = wide(read_s(w, at + 2), read_s(w, at + 3)) & ~3ull;
}

#include "rows_fork.inc"
