/* Fast paths: most instructions of most programs.  An operation on whole registers without modifiers has one, chosen at
   decode (fast_path_choice.c).  Its registers must be allocated, not awaited and defined.  Then it executes the
   instruction as `run` would.  Otherwise it changes nothing and returns false. */
#include "dpp.h"
#include "fast_paths.h"

/* ---- vector operations ---- */

INLINE void fill_row(u32 *restrict row, u32 x) { EACH_LANE row[l] = x; }

INLINE void spread_mask(u32 *restrict row, u64 mask)
{
    const u32 low = (u32)mask, high = (u32)(mask >> 32);
    for (int l = 0; l < LANES / 2; l++) row[l] = low >> l & 1;
    for (int l = 0; l < LANES / 2; l++) row[LANES / 2 + l] = high >> l & 1;
}

static u32 shared_word(const struct wave *w, const struct operand *a, u32 k)
{ return a->kind == CONSTANT ? (u32)(a->value >> 32 * k) : w->s[a->reg + k]; }

static u64 shared_mask(const struct wave *w, const struct operand *a)
{ return wide(w->s[a->reg], a->width > 1 ? w->s[a->reg + 1] : 0); }

/* Returns the undefined lanes of source n.  Its rows are registers, or are filled with a uniform value. */
INLINE u64 fetch_row_source(const struct wave *w, const struct inst *i, struct lanes *o, int n)
{
    const struct operand *a = &i->s[n];
    const u32 words = i->fast.words[n];
    u64 open = 0;
    for (u32 k = 0; k < words; k++) {
        o->s[n][k] = o->copy[n][k];
        if (a->kind == VREG) {
            o->s[n][k] = w->v[a->reg + k];
            open |= w->v_open[a->reg + k] | w->v_tolerant[a->reg + k];
        } else if (a->kind == MASK) spread_mask(o->copy[n][k], shared_mask(w, a));
        else fill_row(o->copy[n][k], shared_word(w, a, k));
    }
    return open;
}

/* DPP moves the first source; modifiers follow. */
INLINE void alter_sources(struct wave *w, const struct inst *i, struct lanes *o)
{
    for (int n = 0; n < i->op->sources; n++) {
        const bool moved = i->dpp && n == 0, altered = i->fast.altered >> n & 1;
        for (u32 k = 0; (moved || altered) && k < i->fast.words[n]; k++) {
            if (moved) move_source(w, i, o, k);
            if (altered) modify_source(i->op, &i->s[n], o, n, k);
        }
    }
}

/* Writes a defined row of the result. */
INLINE void give_row(struct wave *w, u32 reg, const u32 *row, u64 live)
{
    merge_row(w->v[reg], row, 0, live);
    close_v(w, reg, live);
}

/* Writes some bits of each lane.  Preserved bits keep their undefined state (put_v). */
INLINE void give_part(struct wave *w, u32 reg, const u32 *row, u32 keep, u64 live)
{
    merge_row(w->v[reg], row, keep, live);
    if ((w->v_open[reg] | w->v_tolerant[reg]) & live) keep_undefined(w, reg, keep, live, 0);
    w->v_tolerant[reg] &= ~live;
    w->v_written[reg >> 6] |= 1ull << reg % 64;
}

static void give_mask(struct wave *w, u32 reg, u64 mask)
{
    put_s(w, reg, (u32)mask, false);
    if (w->lanes == 64) put_s(w, reg + 1u, (u32)(mask >> 32), false);
}

static void give_masks(struct wave *w, const struct inst *i, u64 mask)
{
    if (writes_named_mask(w->t, i)) give_mask(w, i->bit.reg, mask);
    if (i->op->cmpx) give_mask(w, (u32)w->t->exec, mask);
}

static bool load_float_mode(struct wave *w, const struct inst *i, struct lanes *o)
{
    float_mode(w, i->op, &o->fp);
    return w->fp.round[0] == NEAREST && w->fp.round[1] == NEAREST;
}

/* Runs the row, then the exact function on its odd lanes. */
INLINE void run_row(const struct inst *i, struct lanes *o)
{
    i->fast.row(o);
    if (i->op->float_bits && o->live & o->odd) run_lanes(i->op, o, o->live & o->odd);
}

INLINE void give_result(struct wave *w, const struct inst *i, const struct lanes *o)
{
    const u32 keep = i->fast.keep;
    if (keep) give_part(w, i->fast.to, o->d[0][0], keep, o->live);
    else give_row(w, i->fast.to, o->d[0][0], o->live);
    if (i->op->ulp) tolerate(w, i->fast.to, o->live, i->op->ulp, float_width(i->op));
}

/* Each source and the result are one row.  The caller sets the live lanes. */
INLINE bool fetch_rows(const struct wave *w, const struct inst *i, struct lanes *o)
{
    u64 open = 0;
    if (!vectors_ready(w, &i->fast)) return false;
    for (int n = 0; n < i->op->sources; n++) {
        const u32 reg = i->fast.from[n];
        open |= w->v_open[reg] | w->v_tolerant[reg];
        o->s[n][0] = w->v[reg];
    }
    return !(open & o->live);
}

INLINE bool fast_rows(struct wave *w, const struct inst *i, struct lanes *o)
{
    if (!fetch_rows(w, i, o)) return false;
    i->fast.row(o);
    give_row(w, i->fast.to, o->d[0][0], o->live);
    return true;
}

INLINE bool fast_float_rows(struct wave *w, const struct inst *i, struct lanes *o)
{
    if (!load_float_mode(w, i, o) || !fetch_rows(w, i, o)) return false;
    run_row(i, o);
    give_result(w, i, o);
    return true;
}

/* V_INTERP of RDNA3.  A source may come from another lane of the quad, active or not. */
WIDEST bool fast_quad(struct wave *w, const struct inst *i)
{
    struct lanes o;
    u64 open = 0;
    if (!vectors_ready(w, &i->fast) || waits_at_all(w, EXP, i->fast.left[EXP]) || !load_float_mode(w, i, &o))
        return false;
    o.live = live_lanes(w);
    for (int n = 0; n < i->op->sources; n++) {
        const u32 reg = i->fast.from[n];
        open |= w->v_open[reg] | w->v_tolerant[reg];
        o.s[n][0] = i->op->quad[n] ? o.copy[n][0] : w->v[reg];
        if (i->op->quad[n]) share_row(o.copy[n][0], w->v[reg], i->op->quad[n] - 1);
    }
    if (open & whole_quads(o.live)) return false;
    run_row(i, &o);
    give_result(w, i, &o);
    return true;
}

/* False: some sources are undefined. */
INLINE bool fetch_all_rows(struct wave *w, const struct inst *i, struct lanes *o)
{
    u64 open = 0, moved = 0;
    o->live = live_lanes(w);
    for (int n = 0; n < i->op->sources; n++) open |= fetch_row_source(w, i, o, n);
    if (i->dpp || i->op->gathers) moved = w->wave_mask;        /* of inactive lanes too */
    if (i->dpp) o->open[0] = 0;
    if (open & (o->live | moved)) return false;
    if (i->dpp) o->live &= move_writes(w, i, o->live);
    if (i->dpp || i->fast.altered) alter_sources(w, i, o);
    return true;
}

INLINE void give_all(struct wave *w, const struct inst *i, struct lanes *o)
{
    const u32 stays = i->fast.part ? kept_bits(w, i, o, 0) : i->fast.keep;
    if (i->fast.shift) EACH_LANE o->d[0][0][l] <<= 16;
    for (int n = 0; n < RESULTS; n++)
        for (u32 k = 0; i->d[n].kind == VREG && k < i->op->words[n]; k++)
            if (stays) give_part(w, i->d[n].reg, o->d[n][0], stays, o->live);
            else give_row(w, i->d[n].reg + k, o->d[n][k], o->live);
    if (i->op->ulp) tolerate(w, i->d[0].reg, o->live, i->op->ulp, float_width(i->op));
    if (i->bit.kind == MASK || i->op->cmpx) give_masks(w, i, gather_bits(o->bit) & o->live);
}

WIDEST bool fast_vector(struct wave *w, const struct inst *i)
{
    struct lanes o;
    if (!registers_ready(w, &i->fast) || (i->op->float_bits && !load_float_mode(w, i, &o))) return false;
    if (!fetch_all_rows(w, i, &o)) return false;
    run_row(i, &o);
    if (i->fast.clamps) clamp_result(w, i, &o);
    give_all(w, i, &o);
    return true;
}

/* V_PERMLANE; the body names the source lanes. */
WIDEST bool fast_gather(struct wave *w, const struct inst *i)
{
    struct lanes o;
    u8 from[LANES];
    if (!registers_ready(w, &i->fast) || !fetch_all_rows(w, i, &o)) return false;
    gather_lanes(w, i, &o, from);
    give_row(w, i->d[0].reg, o.d[0][0], o.live);
    return true;
}

static u64 register_at(u32 reg, u32 m0, enum indexing by)
{ return by == NOT_INDEXED ? reg : (u64)reg + index_in(m0, by); }

/* V_MOVREL and V_SWAPREL, if M0 selects allocated registers and nothing is outstanding. */
WIDEST bool fast_indexed(struct wave *w, const struct inst *i)
{
    const struct indices by = indices_of(i);
    const u32 m0 = w->s[w->t->m0];
    const u64 from = register_at(i->s[by.swap].reg, m0, by.source), to = register_at(i->d[0].reg, m0, by.result),
              live = live_lanes(w);
    u32 row[LANES];
    if (w->pending_count || s_is_open(w, (u32)w->t->m0) || from >= w->vgprs || to >= w->vgprs) return false;
    if ((w->v_open[from] | w->v_tolerant[from]) & live) return false;
    if (by.swap && (w->v_open[to] | w->v_tolerant[to]) & live) return false;
    copy_row(row, w->v[from], LANES);
    if (by.swap && from != to) give_row(w, (u32)from, w->v[to], live);
    give_row(w, (u32)to, row, live);
    return true;
}

/* ---- scalar operations ---- */

/* The words of a source: in its registers, in the constant, or in `made` for a single bit. */
static const u32 *scalar_words(const struct wave *w, const struct operand *a, u32 (*made)[2])
{
    if (a->kind == CONSTANT) return a->words;
    if (a->kind == SREG || a->kind == MASK) return &w->s[a->reg];
    (*made)[0] = a->kind == SCC ? w->scc : a->kind == VCCZ ? vccz(w) : execz(w);
    (*made)[1] = 0;
    return *made;
}

/* Reads sources into lane 0 and runs the body. */
INLINE bool fetch_and_run_lane(struct wave *w, const struct inst *i, struct lanes *o)
{
    u32 made[SOURCES][2];
    for (int n = 0; n < i->op->sources; n++) {
        if (i->s[n].kind == SCC && w->scc_open) return false;
        o->s[n][0] = scalar_words(w, &i->s[n], &made[n]);
        o->s[n][1] = o->s[n][0] + 1;
    }
    i->op->lane(o, 0);
    return true;
}

INLINE void put_words(struct wave *w, u32 reg, u32 words, u32 (*from)[LANES])
{
    put_s(w, reg, from[0][0], false);
    if (words > 1) put_s(w, reg + 1, from[1][0], false);
}

bool fast_scalar(struct wave *w, const struct inst *i)
{
    struct lanes o;
    const struct op *op = i->op;
    if (!registers_ready(w, &i->fast) || !fetch_and_run_lane(w, i, &o)) return false;
    for (int m = 0; m < RESULTS; m++) {
        const int n = written_as(w->t, m);
        if (op->result_bits[n]) put_words(w, i->d[n].reg, op->words[n], o.d[n]);
    }
    if (op->nonzero_scc) write_scc(w, (o.d[0][0][0] | (op->words[0] > 1 ? o.d[0][1][0] : 0)) != 0, false);
    else if (i->bit.kind == SCC) write_scc(w, o.bit[0], false);
    return true;
}

bool fast_branch(struct wave *w, const struct inst *i)
{
    struct lanes o;
    if (!registers_ready(w, &i->fast) || !fetch_and_run_lane(w, i, &o)) return false;
    if (o.bit[0]) w->next_pc += (u64)((i64)i->imm * 4);
    return true;
}

/* ---- chained instructions ---- */

/* Must each instruction end its own step?  A clause counts instructions; profile silicon tracks masks. */
static bool checks_each_step(const struct wave *w) { return w->clause || w->m->profile == ASSAY_SILICON; }

/* The next instruction is decoded if needed, since it runs next anyway. */
static const struct inst *find_next(struct assay *m, const struct inst *i)
{
    const u64 at = i->pc_offset + i->size;
    if (at >= m->code_bytes) return 0;
    const struct inst *next = decoded(m, at);
    struct fast_path *fast = &m->inst[i->pc_offset / 4].fast;
    if (!next->runs || !next->fast.kind) return 0;
    fast->feeds = reads_result(next, i);
    return fast->next = next;
}

/* 0: continue with general steps. */
INLINE const struct inst *next_chained(struct wave *w, const struct inst *i)
{
    const struct inst *next = i->fast.next ? i->fast.next : find_next(w->m, i);
    if (!next || (next->hazard & w->armed && breaks_any_rule(w, next))) return 0;
    return !WATCHED || !w->advised || satisfies_advice(w, next, i->fast.feeds) ? next : 0;
}

/* Rows do not change the live lanes. */
INLINE bool fast_step(struct wave *w, const struct inst *i, struct lanes *o, bool *live_known)
{
    const bool known = *live_known;
    *live_known = i->fast.kind > FAST_CHAINED;
    if (i->fast.kind == FAST_CHAINED) return i->fast.run(w, i);
    if (!known) o->live = live_lanes(w);
    return i->fast.kind == FAST_ROWS ? fast_rows(w, i, o) : fast_float_rows(w, i, o);
}

/* Runs this instruction and the chained ones behind it, within the turn, while their fast paths succeed.  It counts all
   but the last one, which the step counts. */
WIDEST bool fast_sequence(struct wave *w, const struct inst *i, u32 *left)
{
    const u64 room = w->m->limit - w->m->instructions;
    const u32 most = checks_each_step(w) ? 1 : *left < room ? *left + 1 : (u32)room;
    const struct inst *last = 0;
    struct lanes o;
    bool live_known = false;
    u32 n = 0;
    do {
        if (!fast_step(w, i, &o, &live_known)) break;
        if (WATCHED) remember(w, i);
        last = i;
        w->instructions++;
    } while (++n < most && (i = next_chained(w, i)));
    if (!last) return false;
    w->now = last;
    w->next_pc = w->m->base + last->pc_offset + last->size;
    w->instructions--;
    w->m->instructions += n - 1;
    *left -= n - 1;
    return true;
}

bool fast_delay(struct wave *w, const struct inst *i) { return set_valid_advice(w, (u32)i->imm); }

/* ---- waits ---- */

static void wait_for(struct wave *w, enum counter c, u32 left)
{
    if (!waits_at_all(w, c, left)) return;
    if (left || w->m->policy == ASSAY_RANDOM || !retire_only(w, c)) wait_until(w, c, left);
}

bool fast_wait(struct wave *w, const struct inst *i)
{
    if (is_controlled(w->m)) return false;
    for (enum counter c = VM; c < COUNTERS; c++) if (i->fast.left[c] != ALL_LEFT) wait_for(w, c, i->fast.left[c]);
    return true;
}

/* ---- memory ---- */

static bool waits_for_all(const struct inst *next, const struct inst *i)
{
    bool all = next->runs && next->op->waits && next->fast.run;
    for (enum counter c = VM; c < COUNTERS; c++) if (i->event.waits >> c & 1) all &= !next->fast.left[c];
    return all;
}

/* Does the instruction behind an access wait for it?  It runs next anyway. */
static bool is_awaited_next(struct assay *m, const struct inst *i)
{
    struct fast_path *fast = &m->inst[i->pc_offset / 4].fast;
    const u64 at = i->pc_offset + i->size;
    if (fast->awaited == AWAITED_UNKNOWN)
        fast->awaited = at < m->code_bytes && waits_for_all(decoded(m, at), i) ? AWAITED : NOT_AWAITED;
    return fast->awaited == AWAITED;
}

bool fast_access(struct wave *w, const struct inst *i) { return fast_line(w, i, is_awaited_next(w->m, i)); }
