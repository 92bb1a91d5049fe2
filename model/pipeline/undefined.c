/* Undefined bits of results.  Each operation has a class (a note of its row, enum spread) that says how undefined bits
   of its sources reach the result.  The body of the operation itself is run on completions: values of the sources in
   which the undefined bits are chosen.  A bit that differs between completions is undefined.

   BITWISE: once the steering sources are known, a result bit depends on one bit of each other source, so all zeros and
   all ones of each are enough.  SUM: least and greatest sum, as in Memcheck.  UPWARD: from the lowest undefined bit on.
   RANGE: the result lies between those of all zeros and all ones.  CHOICE: the result is one of the sources and lies
   between those of the least and greatest.  COMPARE: least against greatest, both ways, equal and just unequal.  ALL:
   every bit.  Packed operations treat each half alone. */
#include <string.h>
#include "dpp.h"

/* More undefined bits of steering sources than this make the whole result undefined. */
enum { MOST_STEERING_BITS = 8 };
/* The bits of a steering source that can have an effect: a shift or position in [5:0], a width in [22:16]; a selector
   of bytes is used completely. */
static u32 steering_bits(const struct inst *i, int n)
{ return i->op->source_bits[n] == 32 && i->op->unsigned_sources >> n & 1 ? 0x7f003f : ~0u; }

/* ---- undefined bits of the sources ---- */

static u32 scalar_undefined(struct wave *w, const struct operand *a, u32 k)
{
    switch ((enum kind)a->kind) {
    case SREG:  return s_undefined(w, a->reg + k);
    case MASK:  return (u32)(undefined_mask(w, a->reg) >> 32 * k);
    case SCC:   return !k && w->scc_open;
    case VCCZ:  return !k && vccz_is_open(w);
    case EXECZ: return !k && execz_is_open(w);
    default:    return 0;
    }
}

u64 undefined_scalar(struct wave *w, const struct operand *a)
{
    const bool two = a->kind == MASK || a->width > 1;
    return wide(scalar_undefined(w, a, 0), two ? scalar_undefined(w, a, 1) : 0);
}

static void source_row(struct wave *w, const struct inst *i, const struct lanes *o, int n, u32 k, u64 lanes, u32 *row)
{
    const struct operand *a = &i->s[n];
    const u64 mask = a->kind == MASK ? undefined_mask(w, a->reg) : 0;
    const u32 word = a->kind == LDS_DIRECT ? all_or_none(o->open[n]) : scalar_undefined(w, a, k);
    if (a->kind == VREG) undefined_row(w, a->reg + k, row);
    else EACH_LANE row[l] = a->kind == MASK ? mask >> l & 1 : word;
    EACH_LANE row[l] &= all_or_none(lanes >> l & 1);
}

/* A float made of a half is undefined if a bit of the half is. */
static void mixed_source(const struct operand *a, u32 *row)
{
    const u32 part = !a->half_hi ? ~0u : a->half ? 0xffff0000u : 0xffff;
    EACH_LANE row[l] = all_or_none(row[l] & part);
}

/* The rows m->s: undefined bits of the sources, moved and modified as the values in o->s. */
static void fetch_undefined(struct wave *w, const struct inst *i, const struct lanes *o, struct lanes *m)
{
    memset(m->open, 0, sizeof m->open);
    for (int n = 0; n < i->op->sources; n++) {
        struct operand a = i->s[n];
        const u32 words = source_words(i, n);
        const bool moved = i->dpp && n == 0;
        a.neg = a.neg_hi = false;
        for (u32 k = 0; k < words && k < WORDS; k++) {
            source_row(w, i, o, n, k, moved ? w->wave_mask : o->live, m->copy[n][k]);
            m->s[n][k] = m->copy[n][k];
            if (moved) move_source(w, i, m, k);
            if (i->op->mix) mixed_source(&i->s[n], m->copy[n][k]);
            else if (i->op->source_bits[n]) modify_source(i->op, &a, m, n, k);
        }
    }
}

/* ---- completions ---- */

struct completions {
    const struct inst *i;
    const struct lanes *o, *m;         /* values and undefined bits of the sources */
    struct lanes x;                    /* a completion, and the results of the body on it */
    u32 words[SOURCES];
    bool scalar;
};

/* Sets the undefined bits of a source to those of `bits`, in each lane. */
static void complete(struct completions *c, int n, u32 k, const u32 *bits)
{
    const u32 *value = c->o->s[n][k], *undefined = c->m->s[n][k];
    for (int l = 0; l < (c->scalar ? 1 : LANES); l++)
        c->x.copy[n][k][l] = (value[l] & ~undefined[l]) | (bits[l] & undefined[l]);
}

static void complete_with(struct completions *c, int n, u32 low, u32 high)
{
    u32 row[LANES];
    for (u32 k = 0; k < c->words[n]; k++) {
        EACH_LANE row[l] = k + 1 == c->words[n] ? high : low;
        complete(c, n, k, row);
    }
}

static u32 sign_of(const struct inst *i, int n)
{
    if (!i->op->is_signed) return 0;
    return i->op->source_bits[n] != 16 ? 0x80000000u : i->op->packed ? 0x80008000u : 0x8000u;
}

static void complete_least(struct completions *c, int n)     { complete_with(c, n, 0, sign_of(c->i, n)); }
static void complete_greatest(struct completions *c, int n)  { complete_with(c, n, ~0u, ~sign_of(c->i, n)); }
static void complete_zeros(struct completions *c, int n)     { complete_with(c, n, 0, 0); }
static void complete_ones(struct completions *c, int n)      { complete_with(c, n, ~0u, ~0u); }

static void evaluate(struct completions *c)
{
    const struct op *op = c->i->op;
    if (c->scalar) op->lane(&c->x, 0);
    else if (op->row) (c->i->clamp && op->saturated ? op->saturated : op->row)(&c->x);
    else
        for (u64 left = c->x.live; left; left &= left - 1) op->lane(&c->x, lowest(left));
}

struct outcome { u32 d[RESULTS][2][LANES], bit[LANES]; };
static void save(const struct completions *c, struct outcome *r)
{
    for (int n = 0; n < RESULTS; n++) for (u32 k = 0; k < 2; k++) memcpy(r->d[n][k], c->x.d[n][k], sizeof r->d[n][k]);
    memcpy(r->bit, c->x.bit, sizeof r->bit);
}

static void add_differences(struct lanes *m, const struct outcome *a, const struct outcome *b)
{
    EACH_LANE {
        for (int n = 0; n < RESULTS; n++) for (u32 k = 0; k < 2; k++) m->d[n][k][l] |= a->d[n][k][l] ^ b->d[n][k][l];
        m->bit[l] |= a->bit[l] ^ b->bit[l];
    }
}

/* Do two sources read the same register, unmodified? */
static bool same_register(const struct inst *i, int a, int b)
{
    const struct operand *x = &i->s[a], *y = &i->s[b];
    const bool both = i->direct >> a & i->direct >> b & 1;
    return x->kind == y->kind && x->reg == y->reg && x->width == y->width && (x->kind == SREG || both);
}

/* ---- the classes ---- */

/* The bits of result n, word k; in a packed result those whose half has an undefined source bit. */
static u32 result_bits(const struct op *op, int n, u32 k, u32 any)
{
    if (!op->result_bits[n] || k >= op->words[n] || !any) return 0;
    if (op->result_bits[n] == 16 && !op->result_packed) return 0xffff;
    if (op->packed && op->result_packed) return (any & 0xffff ? 0xffff : 0) | (any >> 16 ? 0xffff0000 : 0);
    return ~0u;
}

static u32 any_source(const struct completions *c, int l)
{
    u32 any = 0;
    for (int n = 0; n < c->i->op->sources; n++) for (u32 k = 0; k < c->words[n]; k++) any |= c->m->s[n][k][l];
    return any;
}

static void undefine_all(struct completions *c, struct lanes *m, int l)
{
    const u32 any = any_source(c, l);
    for (int n = 0; n < RESULTS; n++)
        for (u32 k = 0; k < WORDS; k++) m->d[n][k][l] = result_bits(c->i->op, n, k, any);
    m->bit[l] = any != 0;
}

/* The bits of `to` from the lowest on take those of `number`. */
static u32 deposited(u32 to, u32 number)
{
    u32 bits = 0;
    for (; to; to &= to - 1, number >>= 1) if (number & 1) bits |= to & -to;
    return bits;
}

/* Completes the steering sources with number `number`; returns the lanes that have too many undefined bits. */
static u64 complete_steering(struct completions *c, u32 number, u32 *most)
{
    u64 beyond = 0;
    for (int l = 0; l < (c->scalar ? 1 : LANES); l++) {
        u32 left = number, bits = 0;
        for (int n = 0; n < c->i->op->sources; n++) {
            if (!(c->i->op->steering >> n & 1)) continue;
            const u32 open = c->m->s[n][0][l] & steering_bits(c->i, n), here = (u32)__builtin_popcount(open);
            c->x.copy[n][0][l] = (c->o->s[n][0][l] & ~open) | deposited(open, left);
            left = here < 32 ? left >> here : 0;
            bits += here;
        }
        if (bits > MOST_STEERING_BITS) beyond |= 1ull << l;
        else if (bits > *most) *most = bits;
    }
    return beyond;
}

static void complete_data(struct completions *c, u32 ones)
{
    for (int n = 0; n < c->i->op->sources; n++) {
        int as = n;
        if (c->i->op->steering >> n & 1) continue;
        for (int first = n - 1; first >= 0; first--) if (same_register(c->i, first, n)) as = first;
        if (ones >> as & 1) complete_ones(c, n);
        else complete_zeros(c, n);
    }
}

static u64 spread_bitwise(struct completions *c, struct lanes *m)
{
    struct outcome first, other;
    u32 most = 0;
    const u64 beyond = complete_steering(c, 0, &most);
    for (u32 number = 0; number >> most == 0; number++)
        for (u32 ones = 0; ones >> c->i->op->sources == 0; ones++) {
            if (ones & c->i->op->steering) continue;
            complete_steering(c, number, &most);
            complete_data(c, ones);
            evaluate(c);
            save(c, number || ones ? &other : &first);
            if (number || ones) add_differences(m, &first, &other);
        }
    return beyond;
}

/* Completes the sources of a sum for its least, or greatest, value. */
static void complete_sum(struct completions *c, bool greatest, bool as_signed)
{
    const struct op *op = c->i->op;
    for (int n = 0; n < op->sources; n++) {
        const bool up = greatest != (op->negative >> n & 1);
        if (as_signed) (up ? complete_greatest : complete_least)(c, n);
        else (up ? complete_ones : complete_zeros)(c, n);
    }
}

/* A register minus itself is 0: its bits do not count. */
static int cancelled_pair(const struct inst *i)
{ return i->op->negative & 3 && (i->op->negative & 3) != 3 && same_register(i, 0, 1) ? 3 : 0; }

static u64 spread_sum(struct completions *c, struct lanes *m)
{
    const struct op *op = c->i->op;
    struct outcome least, greatest;
    const int cancelled = cancelled_pair(c->i);
    for (int up = 0; up < 2; up++) {
        complete_sum(c, up, false);
        for (int n = 0; n < 2 && cancelled; n++) (up ? complete_ones : complete_zeros)(c, n);
        evaluate(c);
        save(c, up ? &greatest : &least);
    }
    add_differences(m, &least, &greatest);
    for (int n = 0; n < op->sources; n++)
        for (u32 k = 0; k < c->words[n] && !(cancelled >> n & 1); k++) EACH_LANE m->d[0][k][l] |= c->m->s[n][k][l];
    if (!c->scalar || !op->is_signed) return 0;
    /* SCC is the overflow: extremes on the same side of the range decide */
    for (int up = 0; up < 2; up++) {
        complete_sum(c, up, true);
        evaluate(c);
        save(c, up ? &greatest : &least);
    }
    m->bit[0] = least.bit[0] != greatest.bit[0] || (least.bit[0] && (least.d[0][0][0] ^ greatest.d[0][0][0]) >> 31);
    return 0;
}

static u32 from_lowest(u32 bits) { return bits ? ~((bits & -bits) - 1) : 0; }
/* All bits up to the highest. */
static u32 to_highest(u32 bits)  { return bits ? ~0u >> __builtin_clz(bits) : 0; }

static u64 spread_upward(struct completions *c, struct lanes *m)
{
    const struct op *op = c->i->op;
    u64 beyond = 0;
    EACH_LANE {
        u32 low = 0, high = 0;
        for (int n = 0; n < op->sources; n++) {
            if (op->steering >> n & 1) beyond |= (u64)((c->m->s[n][0][l] & 31) != 0) << l;
            else low |= c->m->s[n][0][l], high |= c->words[n] > 1 ? c->m->s[n][1][l] : 0;
        }
        const bool halves = op->packed && op->result_packed;
        m->d[0][0][l] = halves ? (from_lowest(low & 0xffff) & 0xffff) | from_lowest(low & 0xffff0000)
                               : from_lowest(low);
        m->d[0][1][l] = low ? ~0u : from_lowest(high);
        m->bit[l] = (low | high) != 0;
        if (c->scalar) break;
    }
    return beyond;
}

/* The bits that can differ between values from one to the other, inclusive. */
static u32 between(const struct op *op, u32 a, u32 b)
{
    const u32 differ = a ^ b;
    if (!(op->packed && op->result_packed)) return to_highest(differ);
    return to_highest(differ & 0xffff) | (to_highest(differ) & 0xffff0000 & (differ >> 16 ? ~0u : 0));
}

static u64 spread_range(struct completions *c, struct lanes *m)
{
    struct outcome least, greatest;
    u64 beyond = 0;
    for (int n = 0; n < c->i->op->sources; n++) complete_zeros(c, n);
    evaluate(c);
    save(c, &least);
    complete_ones(c, 0);
    evaluate(c);
    save(c, &greatest);
    add_differences(m, &least, &greatest);
    EACH_LANE {
        m->d[0][0][l] = to_highest(least.d[0][0][l] ^ greatest.d[0][0][l]);
        bool others = c->i->op->sources > 1 && greatest.d[0][0][l] < least.d[0][0][l];       /* the count wrapped */
        for (int n = 1; n < c->i->op->sources; n++) others |= c->m->s[n][0][l] != 0;
        beyond |= (u64)others << l;
        if (c->scalar) break;
    }
    return beyond;
}

static u64 spread_choice(struct completions *c, struct lanes *m)
{
    const struct op *op = c->i->op;
    struct outcome least, greatest;
    for (int up = 0; up < 2; up++) {
        for (int n = 0; n < op->sources; n++) (up ? complete_greatest : complete_least)(c, n);
        evaluate(c);
        save(c, up ? &greatest : &least);
    }
    EACH_LANE {
        u32 differ = 0;
        for (int n = 0; n < op->sources; n++) differ |= c->m->s[n][0][l] | (c->o->s[n][0][l] ^ c->o->s[0][0][l]);
        m->d[0][0][l] = differ & between(op, least.d[0][0][l], greatest.d[0][0][l]);
        if (c->scalar) break;
    }
    for (int up = 0; up < 2; up++) {
        (up ? complete_greatest : complete_least)(c, 0);
        if (op->sources > 1) (up ? complete_least : complete_greatest)(c, 1);
        evaluate(c);
        save(c, up ? &greatest : &least);
    }
    EACH_LANE m->bit[l] = least.bit[l] ^ greatest.bit[l];
    return 0;
}

/* Makes two sources as equal as their undefined bits allow; `unequal`: then flips the lowest undefined bit. */
static void complete_equal(struct completions *c, bool unequal)
{
    for (int l = 0; l < (c->scalar ? 1 : LANES); l++) {
        bool flip = unequal;
        for (u32 k = 0; k < c->words[0]; k++) {
            const u32 a = c->o->s[0][k][l], b = c->o->s[1][k][l], ua = c->m->s[0][k][l], ub = c->m->s[1][k][l];
            u32 x = (a & ~ua) | (b & ua & ~ub), y = (b & ~ub) | (a & ub & ~ua);
            if (flip && ua | ub) {
                const u32 bit = (ua | ub) & -(ua | ub);
                if (ua & bit) x ^= bit;
                else y ^= bit;
                flip = false;
            }
            c->x.copy[0][k][l] = x;
            c->x.copy[1][k][l] = y;
        }
    }
}

static u64 spread_compare(struct completions *c, struct lanes *m)
{
    struct outcome first, other;
    const bool same = same_register(c->i, 0, 1);
    for (int way = 0; way < 4; way++) {
        if (way < 2) {
            (way ? complete_greatest : complete_least)(c, 0);
            (way == same ? complete_greatest : complete_least)(c, 1);
        } else if (!same) complete_equal(c, way == 3);
        evaluate(c);
        save(c, way ? &other : &first);
        if (way) add_differences(m, &first, &other);
    }
    return 0;
}

static u64 spread_all(struct completions *c, struct lanes *m)
{
    (void)c, (void)m;
    return ~0ull;
}

/* SCC that says whether the last result is nonzero. */
static bool scc_of_result(const struct op *op, const struct lanes *o, const struct lanes *m)
{
    const int n = op->words[1] ? 1 : 0;
    const bool two = op->words[n] > 1;
    return zero_is_undefined(wide(o->d[n][0][0], two ? o->d[n][1][0] : 0),
                             wide(m->d[n][0][0], two ? m->d[n][1][0] : 0));
}

static void spread(const struct inst *i, const struct lanes *o, struct lanes *m, bool scalar)
{
    static u64 (*const classes[])(struct completions *, struct lanes *) = {
        [SPREAD_ALL] = spread_all,        [SPREAD_BITWISE] = spread_bitwise, [SPREAD_SUM] = spread_sum,
        [SPREAD_UPWARD] = spread_upward,  [SPREAD_RANGE] = spread_range,     [SPREAD_CHOICE] = spread_choice,
        [SPREAD_COMPARE] = spread_compare
    };
    struct completions c = { .i = i, .o = o, .m = m, .scalar = scalar };
    c.x.live = o->live;
    c.x.offset = o->offset;
    c.x.fp = o->fp;
    for (int n = 0; n < i->op->sources; n++) {
        c.words[n] = source_words(i, n);
        for (u32 k = 0; k < (scalar ? 2 : c.words[n]); k++) {
            memcpy(c.x.copy[n][k], o->s[n][k], scalar ? sizeof(u32) : sizeof c.x.copy[n][k]);
            c.x.s[n][k] = c.x.copy[n][k];
        }
    }
    memset(m->bit, 0, sizeof m->bit);
    memset(m->d, 0, sizeof m->d);
    const bool saturates = i->clamp && i->op->saturated;
    const u64 beyond = saturates ? ~0ull : classes[i->op->spread](&c, m);
    for (int l = 0; l < (scalar ? 1 : LANES); l++) {
        const u32 any = any_source(&c, l);
        if (beyond >> l & 1) undefine_all(&c, m, l);
        for (int n = 0; n < RESULTS; n++)
            for (u32 k = 0; k < WORDS; k++) m->d[n][k][l] &= any ? result_bits(i->op, n, k, ~0u) : 0;
        m->bit[l] = any && m->bit[l];
    }
}

bool spread_lanes(struct wave *w, const struct inst *i, const struct lanes *o, struct lanes *m)
{
    if (!((o->open[0] | o->open[1] | o->open[2] | o->open[3]) & o->live)) return false;
    fetch_undefined(w, i, o, m);
    spread(i, o, m, false);
    return true;
}

void spread_scalar(struct wave *w, const struct inst *i, const struct lanes *o, struct lanes *m)
{
    for (int n = 0; n < SOURCES; n++) {
        const u64 undefined = n < i->op->sources ? undefined_scalar(w, &i->s[n]) : 0;
        m->copy[n][0][0] = (u32)undefined;
        m->copy[n][1][0] = (u32)(undefined >> 32);
        m->s[n][0] = m->copy[n][0];
        m->s[n][1] = m->copy[n][1];
    }
    spread(i, o, m, true);
    if (i->op->nonzero_scc || i->op->words[1]) m->bit[0] = scc_of_result(i->op, o, m);
}
