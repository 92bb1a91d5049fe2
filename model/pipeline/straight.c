/* The straight ways: most instructions of most programs.  An operation on whole registers without modifiers has one,
   chosen at decode; it is taken where nothing is outstanding on those registers or open in them and all of them are
   allocated.  The way then carries the instruction out as its `run` would, or does nothing at all and says false. */
#include "dpp.h"
#include "pipeline.h"

/* ---- vector operations ---- */

INLINE void fill_row(u32 *restrict row, u32 x) { EACH_LANE row[l] = x; }

INLINE void spread_mask(u32 *restrict row, u64 mask)
{
    const u32 low = (u32)mask, high = (u32)(mask >> 32);
    for (int l = 0; l < LANES / 2; l++) row[l] = low >> l & 1;
    for (int l = 0; l < LANES / 2; l++) row[LANES / 2 + l] = high >> l & 1;
}

static u32 words_of(const struct inst *i, int n)
{ return i->op->source_bits[n] == 64 ? 2 : i->s[n].width > 2 ? i->s[n].width : 1; }

static u32 shared_word(const struct wave *w, const struct operand *a, u32 k)
{ return a->kind == CONSTANT ? (u32)(a->value >> 32 * k) : w->s[a->reg + k]; }

static u64 shared_mask(const struct wave *w, const struct operand *a)
{ return wide(w->s[a->reg], a->width > 1 ? w->s[a->reg + 1] : 0); }

/* The open lanes of source n, whose rows are registers as they stand or made of what all lanes share. */
INLINE u64 take_source(const struct wave *w, const struct inst *i, struct lanes *o, int n)
{
    const struct operand *a = &i->s[n];
    const u32 words = i->way.words[n];
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

/* The first is moved; then come modifiers. */
INLINE void alter_sources(struct wave *w, const struct inst *i, struct lanes *o)
{
    for (int n = 0; n < i->op->sources; n++) {
        const bool moved = i->dpp && n == 0, altered = i->way.altered >> n & 1;
        for (u32 k = 0; (moved || altered) && k < i->way.words[n]; k++) {
            if (moved) move_source(w, i, o, k);
            if (altered) modify_source(i->op, &i->s[n], o, n, k);
        }
    }
}

/* A row of the result: nothing of it is open, and a tolerance on the register is over. */
INLINE void give_row(struct wave *w, u32 reg, const u32 *row, u64 live)
{
    merge_row(w->v[reg], row, 0, live);
    w->v_open[reg] &= ~live;
    w->v_tolerant[reg] &= ~live;
    w->v_written[reg >> 6] |= 1ull << reg % 64;
}

/* The same of some bits of each lane: what stays of it is as open as before (put_v). */
INLINE void give_part(struct wave *w, u32 reg, const u32 *row, u32 keep, u64 live)
{
    merge_row(w->v[reg], row, keep, live);
    w->v_open[reg] |= w->v_tolerant[reg] & live;
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

static bool take_mode(struct wave *w, const struct inst *i, struct lanes *o)
{
    float_mode(w, i->op, &o->fp);
    return w->fp.round[0] == NEAREST && w->fp.round[1] == NEAREST;
}

/* The row, then exactly the lanes of floats that it does not vouch for. */
INLINE void run_row(const struct inst *i, struct lanes *o)
{
    i->way.row(o);
    if (i->op->float_bits && o->live & o->odd) run_lanes(i->op, o, o->live & o->odd);
}

INLINE void give_result(struct wave *w, const struct inst *i, const struct lanes *o)
{
    const u32 keep = i->way.keep;
    if (keep) give_part(w, i->way.to, o->d[0][0], keep, o->live);
    else give_row(w, i->way.to, o->d[0][0], o->live);
    if (i->op->ulp) tolerate(w, i->way.to, o->live, i->op->ulp, float_width(i->op));
}

/* One row a source and one for the result; the caller says which lanes are live. */
INLINE bool take_sources(const struct wave *w, const struct inst *i, struct lanes *o)
{
    u64 open = 0;
    if (!are_free(w, &i->way)) return false;
    for (int n = 0; n < i->op->sources; n++) {
        const u32 reg = i->way.from[n];
        open |= w->v_open[reg] | w->v_tolerant[reg];
        o->s[n][0] = w->v[reg];
    }
    return !(open & o->live);
}

INLINE bool take_rows(struct wave *w, const struct inst *i, struct lanes *o)
{
    if (!take_sources(w, i, o)) return false;
    i->way.row(o);
    give_row(w, i->way.to, o->d[0][0], o->live);
    return true;
}

INLINE bool take_float_rows(struct wave *w, const struct inst *i, struct lanes *o)
{
    if (!take_mode(w, i, o) || !take_sources(w, i, o)) return false;
    run_row(i, o);
    give_result(w, i, o);
    return true;
}

/* V_INTERP of RDNA3, whose sources another lane of the quad may lend, on or off. */
WIDEST static bool take_quad(struct wave *w, const struct inst *i)
{
    struct lanes o;
    u64 open = 0;
    if (!are_free(w, &i->way) || waits_at_all(w, EXP, i->way.left[EXP]) || !take_mode(w, i, &o)) return false;
    o.live = live_lanes(w);
    for (int n = 0; n < i->op->sources; n++) {
        const u32 reg = i->way.from[n];
        open |= w->v_open[reg] | w->v_tolerant[reg];
        o.s[n][0] = i->op->quad[n] ? o.copy[n][0] : w->v[reg];
        if (i->op->quad[n]) share_row(o.copy[n][0], w->v[reg], i->op->quad[n] - 1);
    }
    if (open & whole_quads(o.live)) return false;
    run_row(i, &o);
    give_result(w, i, &o);
    return true;
}

/* False: some are open. */
INLINE bool take_all_sources(struct wave *w, const struct inst *i, struct lanes *o)
{
    u64 open = 0, moved = 0;
    o->live = live_lanes(w);
    for (int n = 0; n < i->op->sources; n++) open |= take_source(w, i, o, n);
    if (i->dpp) {
        moved = w->wave_mask;                          /* of lanes that are off too */
        o->open[0] = 0;
    }
    if (open & (o->live | moved)) return false;
    if (i->dpp) o->live &= move_writes(w, i, o->live);
    if (i->dpp || i->way.altered) alter_sources(w, i, o);
    return true;
}

INLINE void give_all(struct wave *w, const struct inst *i, struct lanes *o)
{
    const u32 stays = i->way.part ? kept_bits(w, i, o, 0) : i->way.keep;
    if (i->way.shift) EACH_LANE o->d[0][0][l] <<= 16;
    for (int n = 0; n < RESULTS; n++)
        for (u32 k = 0; i->d[n].kind == VREG && k < i->op->words[n]; k++)
            if (stays) give_part(w, i->d[n].reg, o->d[n][0], stays, o->live);
            else give_row(w, i->d[n].reg + k, o->d[n][k], o->live);
    if (i->op->ulp) tolerate(w, i->d[0].reg, o->live, i->op->ulp, float_width(i->op));
    if (i->bit.kind == MASK || i->op->cmpx) give_masks(w, i, gather_bits(o->bit) & o->live);
}

WIDEST static bool take_vector(struct wave *w, const struct inst *i)
{
    struct lanes o;
    if (!is_free(w, &i->way) || (i->op->float_bits && !take_mode(w, i, &o))) return false;
    if (!take_all_sources(w, i, &o)) return false;
    run_row(i, &o);
    if (i->way.clamps) clamp_result(w, i, &o);
    give_all(w, i, &o);
    return true;
}

/* ---- scalar operations ---- */

/* Where a body finds the words of a source: in its registers, in the constant, or in a bit that is made a word. */
static const u32 *scalar_words(const struct wave *w, const struct operand *a, u32 (*made)[2])
{
    if (a->kind == CONSTANT) return a->words;
    if (a->kind == SREG || a->kind == MASK) return &w->s[a->reg];
    (*made)[0] = a->kind == SCC ? w->scc : a->kind == VCCZ ? vccz(w) : execz(w);
    (*made)[1] = 0;
    return *made;
}

/* Sources to lane 0, and the body. */
INLINE bool take_lane(struct wave *w, const struct inst *i, struct lanes *o)
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

static bool take_scalar(struct wave *w, const struct inst *i)
{
    struct lanes o;
    const struct op *op = i->op;
    if (!is_free(w, &i->way) || !take_lane(w, i, &o)) return false;
    for (int m = 0; m < RESULTS; m++) {
        const int n = written_as(w->t, m);
        if (op->result_bits[n]) put_words(w, i->d[n].reg, op->words[n], o.d[n]);
    }
    if (op->nonzero_scc) write_scc(w, (o.d[0][0][0] | (op->words[0] > 1 ? o.d[0][1][0] : 0)) != 0, false);
    else if (i->bit.kind == SCC) write_scc(w, o.bit[0], false);
    return true;
}

static bool take_branch(struct wave *w, const struct inst *i)
{
    struct lanes o;
    if (!is_free(w, &i->way) || !take_lane(w, i, &o)) return false;
    if (o.bit[0]) w->next_pc += (u64)((i64)i->imm * 4);
    return true;
}

/* ---- quiet instructions, one behind the other ---- */

/* Is something asked behind each: what is left of a clause, which masks does hardware wait for? */
static bool asks_of_each(const struct wave *w) { return w->clause || w->m->profile == ASSAY_SILICON; }

/* It is decoded now if it was not, for it is the next one in any case. */
static const struct inst *find_next(struct assay *m, const struct inst *i)
{
    const u64 at = i->pc_offset + i->size;
    if (at >= m->code_bytes) return 0;
    const struct inst *next = decoded(m, at);
    struct way *way = &m->inst[i->pc_offset / 4].way;
    if (!next->runs || !next->way.pace) return 0;
    way->feeds = takes_result(next, i);
    return way->next = next;
}

/* 0: whole steps go on from here. */
INLINE const struct inst *next_quiet(struct wave *w, const struct inst *i)
{
    const struct inst *next = i->way.next ? i->way.next : find_next(w->m, i);
    if (!next || next->hazard & w->armed) return 0;
    return !WATCHED || !w->advised || keeps_advice(w, next, i->way.feeds) ? next : 0;
}

/* Rows change nothing that says which lanes are live. */
INLINE bool take_one(struct wave *w, const struct inst *i, struct lanes *o, bool *live_known)
{
    const bool known = *live_known;
    *live_known = i->way.pace > QUIET;
    if (i->way.pace == QUIET) return i->way.take(w, i);
    if (!known) o->live = live_lanes(w);
    return i->way.pace == OF_ROWS ? take_rows(w, i, o) : take_float_rows(w, i, o);
}

/* This one and, of so many that are left of the turn, those behind it that are quiet too, as far as they go straight
   ways.  All but the last, which the step counts, are counted here. */
WIDEST bool take_quiet(struct wave *w, const struct inst *i, u32 *left)
{
    const u64 room = w->m->limit - w->m->instructions;
    const u32 most = asks_of_each(w) ? 1 : *left < room ? *left + 1 : (u32)room;
    const struct inst *last = 0;
    struct lanes o;
    bool live_known = false;
    u32 n = 0;
    do {
        if (!take_one(w, i, &o, &live_known)) break;
        if (WATCHED) remember(w, i);
        last = i;
        w->instructions++;
    } while (++n < most && (i = next_quiet(w, i)));
    if (!last) return false;
    w->now = last;
    w->next_pc = w->m->base + last->pc_offset + last->size;
    w->instructions--;
    w->m->instructions += n - 1;
    *left -= n - 1;
    return true;
}

static bool take_delay(struct wave *w, const struct inst *i) { return take_good_advice(w, (u32)i->imm); }

/* ---- waits ---- */

static void wait_for(struct wave *w, enum counter c, u32 left)
{
    if (!waits_at_all(w, c, left)) return;
    if (left || w->m->policy == ASSAY_RANDOM || !settle_only(w, c)) wait_until(w, c, left);
}

static bool take_wait(struct wave *w, const struct inst *i)
{
    if (is_chosen(w->m)) return false;
    for (enum counter c = VM; c < COUNTERS; c++) if (i->way.left[c] != ALL_LEFT) wait_for(w, c, i->way.left[c]);
    return true;
}

/* ---- memory ---- */

static bool waits_for_all(const struct inst *next, const struct inst *i)
{
    bool all = next->runs && next->way.take == take_wait;
    for (enum counter c = VM; c < COUNTERS; c++) if (i->event.waits >> c & 1) all &= !next->way.left[c];
    return all;
}

/* Does what stands behind an access wait for it?  It comes next in any case. */
static bool is_awaited_next(struct assay *m, const struct inst *i)
{
    struct way *way = &m->inst[i->pc_offset / 4].way;
    const u64 at = i->pc_offset + i->size;
    if (way->awaited == NOBODY_LOOKED)
        way->awaited = at < m->code_bytes && waits_for_all(decoded(m, at), i) ? AWAITED : NOT_AWAITED;
    return way->awaited == AWAITED;
}

static bool take_access(struct wave *w, const struct inst *i) { return take_line(w, i, is_awaited_next(w->m, i)); }

/* ---- which instructions have one ---- */

/* The plain registers an operand names; false: there is another among them. */
static bool note_registers(const struct traits *t, struct way *way, const struct operand *a, u64 *scalars)
{
    const u32 first = a->kind == VCCZ ? (u32)t->vcc : a->reg, count = a->kind == VCCZ ? 2 : a->width;
    for (u32 reg = first; reg < first + count; reg++) {
        if (a->kind == VREG) {
            if (reg >= VGPRS) return false;
            way->v[reg >> 6] |= 1ull << reg % 64;
            if (way->vgprs <= reg) way->vgprs = (u16)(reg + 1);
        } else if (a->kind == SREG || a->kind == MASK || a->kind == VCCZ) {
            if (reg >= SGPRS || (int)reg == t->null || reg - (u32)t->ttmp < TTMPS) return false;
            way->s[reg >> 6] |= 1ull << reg % 64;
            scalars[reg >> 6] |= 1ull << reg % 64;
            if (reg < (u32)t->sgprs && way->sgprs <= reg) way->sgprs = (u8)(reg + 1);
        }
    }
    return true;
}

static bool note_operands(const struct traits *t, struct inst *i)
{
    const struct operand exec = { .kind = MASK, .reg = (u8)t->exec, .width = 2 };
    u64 written[SGPRS / 64] = { 0 };
    bool plain = note_registers(t, &i->way, &i->bit, written);
    if (i->op->cmpx) plain &= note_registers(t, &i->way, &exec, written);
    for (int n = 0; n < RESULTS; n++) plain &= note_registers(t, &i->way, &i->d[n], written);
    for (int n = 0; n < SOURCES; n++) plain &= note_registers(t, &i->way, &i->s[n], i->way.read);
    return plain;
}

static bool is_row(const struct inst *i, int n)
{
    const struct operand *a = &i->s[n];
    if (a->kind == VREG) return a->width == words_of(i, n);
    return a->kind == NONE || a->kind == CONSTANT || a->kind == SREG || (a->kind == MASK && words_of(i, n) == 1);
}

/* Floats of up to 32 bits are clamped behind their row, integers have a row that does. */
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
    for (int n = 0; n < op->sources; n++) if (!is_row(i, n)) return false;
    for (int n = 0; n < RESULTS; n++) if (op->result_bits[n] && i->d[n].kind != VREG) return false;
    return i->bit.kind == NONE || i->bit.kind == MASK;
}

static void note_vector(const struct traits *t, struct inst *i)
{
    const struct op *op = i->op;
    const struct half half = half_of(t, i, 0);
    for (int n = 0; n < op->sources; n++) {
        i->way.words[n] = (u8)words_of(i, n);
        i->way.altered |= (u8)((i->s[n].kind != NONE && !is_plain(op, &i->s[n])) << n);
    }
    i->way.keep = half.keep;
    i->way.shift = half.shift;
    i->way.clamps = i->clamp && op->result_float;
    i->way.part = i->sdwa && i->dst_sel != SEL_DWORD;
    i->way.row = i->clamp && op->saturated ? op->saturated : op->row;
}

/* Sources that are one VGPR each, as they stand. */
static bool are_direct(struct inst *i)
{
    for (int n = 0; n < i->op->sources; n++) {
        if (!(i->direct >> n & 1)) return false;
        i->way.from[n] = i->s[n].reg;
    }
    i->way.to = i->d[0].reg;
    return true;
}

static bool is_rows(struct inst *i)
{
    const bool one = i->op->words[0] == 1 && i->d[1].kind == NONE && i->bit.kind == NONE;
    const bool whole = !i->way.keep || i->op->float_bits;           /* take_float_rows writes halves too */
    return are_direct(i) && one && whole && !i->way.shift && !i->way.clamps && !i->way.part;
}

static bool is_quad(const struct traits *t, struct inst *i)
{
    const struct half half = half_of(t, i, 0);
    if (i->op->run != run_quad || !are_direct(i) || i->clamp || half.shift || i->d[0].kind != VREG) return false;
    i->way.row = i->op->row;
    i->way.keep = half.keep;
    i->way.left[EXP] = (u8)exports_left(i);
    return true;
}

static bool is_lane(const struct inst *i)
{
    for (int n = 0; n < i->op->sources; n++) {
        const struct operand *a = &i->s[n];
        const bool registers = a->kind == SREG || a->kind == MASK;
        if (a->kind > EXECZ) return false;
        if (registers && a->width < words_of(i, n)) return false;
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

/* One element of whole dwords a lane, from or to vector registers. */
static bool may_be_line(const struct inst *i)
{
    const struct access *a = &i->op->access;
    const u8 encoding = i->form->encoding;
    const bool own = a->addtid || a->queue || a->source_in_lds || a->pairs;
    return (i->op->run == run_load || i->op->run == run_store) && !own && !i->lds && !i->gds && a->bits >= 32 &&
           a->count == 1 && (encoding == E_DS || encoding == E_FLAT || encoding == E_GLOBAL || encoding == E_SCRATCH);
}

/* Whole dwords of a lane, of memory or LDS alone. */
static bool is_dwords(const struct inst *i)
{
    const struct access *a = &i->op->access;
    const bool one = !(a->bits % 32) && a->count == 1 && !a->formatted && !a->image && !a->source_in_lds && !a->pairs;
    return (i->op->run == run_load || i->op->run == run_store) && one && !i->lds && !i->gds;
}

/* What of that field of its SIMM16 the instruction waits for. */
static u8 left_of(const struct inst *i, const struct bits range[2])
{
    const u32 left = joined_bits((u32)i->imm, range);
    return left < all_ones(range) ? (u8)left : ALL_LEFT;
}

static void choose_wait(const struct traits *t, struct inst *i)
{
    i->way.left[VM] = left_of(i, t->wait_vm);
    i->way.left[VS] = ALL_LEFT;
    i->way.left[EXP] = left_of(i, t->wait_exp);
    i->way.left[LGKM] = left_of(i, t->wait_lgkm);
    i->way.take = take_wait;
}

static void choose_line(const struct traits *t, struct inst *i)
{
    const i32 most[COUNTERS] = { t->max_vm, t->max_vs, t->max_exp, t->max_lgkm };
    for (int c = 0; c < COUNTERS; c++) i->way.most[c] = (u8)(most[c] - i->event.weight[c]);
    i->way.take = take_access;
}

static void choose_quiet(struct inst *i, bool (*take)(struct wave *, const struct inst *))
{
    i->way.pace = QUIET;
    i->way.take = take;
}

static void choose_rows(const struct traits *t, struct inst *i)
{
    note_vector(t, i);
    if (!is_rows(i)) choose_quiet(i, take_vector);
    else i->way.pace = i->op->float_bits ? OF_FLOAT_ROWS : OF_ROWS;
}

void choose_ways(const struct assay *m, struct inst *i)
{
    i->way = (struct way){ .line = i->op && may_be_line(i), .dwords = i->op && is_dwords(i) };
    if (i->op) i->event = memory_event(m->t, i);
    if (i->dpp) settle_move(&i->move);
    i->direct = direct_sources(i);
    if (i->other) i->other->direct = direct_sources(i->other);
    if (!i->op || i->other || i->unused || !note_operands(m->t, i)) return;
    if (i->op->waits) choose_wait(m->t, i);
    else if (i->way.line) choose_line(m->t, i);
    else if (is_vector(m->t, i)) choose_rows(m->t, i);
    else if (is_quad(m->t, i)) choose_quiet(i, take_quad);
    else if (is_scalar(i)) choose_quiet(i, take_scalar);
    else if (is_branch(i)) i->way.take = take_branch;
    else if (i->op->advises) choose_quiet(i, take_delay);
}
