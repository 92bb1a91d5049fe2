/* The one way a vector operation takes: fetch every source, compute, write every result. */
#include <string.h>
#include "dpp.h"
#include "float.h"
#include "pipeline.h"

/* ---- sources ---- */

/* Operand codes 235-238: shared base, shared limit, private base, private limit (RDNA3 ISA, 6.9). */
static u64 aperture(u64 which)
{
    const u64 base = which < 2 ? SHARED_BASE : PRIVATE_BASE;
    return which & 1 ? base + APERTURE_SIZE - 1 : base;
}

static u32 scalar_word(struct wave *w, const struct operand *a, u32 k, bool *open)
{
    switch ((enum kind)a->kind) {
    case SREG:     return read_word(w, a, k, open);
    case SCC:      *open |= w->scc_open; return k ? 0 : w->scc;
    case VCCZ:     *open |= vccz_is_open(w); return k ? 0 : vccz(w);
    case EXECZ:    return k ? 0 : execz(w);
    case PC:       return (u32)(w->next_pc >> 32 * k);
    case APERTURE: return (u32)(aperture(a->value) >> 32 * k);
    case LDS_DIRECT: return lds_direct(w, open);
    default:       return (u32)(a->value >> 32 * k);
    }
}

u64 scalar_source(struct wave *w, const struct operand *a, bool *open)
{
    if (a->kind == MASK) return read_mask(w, a->reg, open);
    u32 low = scalar_word(w, a, 0, open);
    return wide(low, a->width > 1 || a->kind == CONSTANT ? scalar_word(w, a, 1, open) : 0);
}

WIDEST static void broadcast(u32 *restrict row, u32 x) { EACH_LANE row[l] = x; }
WIDEST static void spread(u32 *restrict row, u64 mask)  { EACH_LANE row[l] = mask >> l & 1; }

/* SDWA selects a byte or word, extends it by zero or sign, and only then come abs and neg (Vega ISA, 13 "SDWA").
   `from` may be `to`; so below. */
WIDEST static const u32 *select_part(u32 *to, const u32 *from, u8 sel, bool sext)
{
    u32 shift = sel < SEL_WORD0 ? 8u * sel : 16u * (sel - SEL_WORD0), up = sel < SEL_WORD0 ? 24 : 16;
    if (sext) APART EACH_LANE to[l] = (u32)((i32)(from[l] >> shift << up) >> up);
    else      APART EACH_LANE to[l] = from[l] >> shift << up >> up;
    return to;
}

WIDEST static const u32 *sign_bits(u32 *to, const u32 *from, u32 clear, u32 flip)
{
    APART EACH_LANE to[l] = (from[l] & ~clear) ^ flip;
    return to;
}

/* The half for the low result stands in the low half afterwards, the one for the high result in the high half. */
WIDEST static const u32 *pack_halves(u32 *to, const u32 *from, bool low_from_high, bool high_from_high)
{
    u32 low = low_from_high ? 16 : 0, high = high_from_high ? 16 : 0;
    APART EACH_LANE to[l] = (from[l] >> low & 0xffff) | from[l] >> high << 16;
    return to;
}

bool is_plain(const struct op *op, const struct operand *a)
{ return !op->mix && !a->neg && !a->neg_hi && !a->abs && !a->half && a->half_hi && a->sel == SEL_DWORD; }

u8 direct_sources(const struct inst *i)
{
    u8 direct = 0;
    for (int n = 0; i->op && n < SOURCES; n++) {
        const struct operand *a = &i->s[n];
        const bool row = a->kind == VREG && a->width == 1 && !(i->dpp && n == 0);
        direct |= (u8)((row && is_plain(i->op, a)) << n);
    }
    return direct;
}

/* All halves of a row, or of its lower half, as f32 by the host; false: some are NaNs, or it has not done so. */
WIDEST static bool widen_all(const struct lanes *o, u32 *restrict to, const u32 *restrict from, u32 shift)
{
    u16 half[LANES];
    if (!o->fp.halves || !(o->fp.denorm[1] & KEEP_IN)) return false;
    EACH_LANE half[l] = (u16)(from[l] >> shift);
    const bool numbers = widen_numbers(to, half, o->live >> LANES / 2 ? LANES : LANES / 2);
    return numbers;
}

/* One half as f32; a bit a lane that is not done: it is no normal number. */
WIDEST static u64 widen(const struct fp *mode, u32 *restrict to, const u32 *restrict from, u32 shift)
{
    u32 odd[LANES];
    EACH_LANE {
        struct fp fp = *mode;
        fp.fast = true;
        fp.wide = false;
        fp.odd = 0;
        to[l] = bits_of(host_f16(&fp, (f16){ (u16)(from[l] >> shift) }));
        odd[l] = fp.odd;
    }
    return gather_bits(odd);
}

/* The same of all, with the exceptions that lanes which are on raise. */
static void widen_exactly(struct lanes *o, u32 *to, const u32 *from, u32 shift)
{
    struct fp fp = o->fp;
    for (u64 left = widen(&o->fp, to, from, shift); left; left &= left - 1) {
        const int l = lowest(left);
        fp.flags = 0;
        to[l] = cvt_f32_f16(&fp, (f16){ (u16)(from[l] >> shift) }).bits;
        if (o->live >> l & 1) o->fp.flags |= fp.flags;
    }
}

/* fma_mix: op_sel_hi says "f16", op_sel which half; neg_hi stands for abs (RDNA3 ISA, 7.4 "Packed Math"). */
static const u32 *mix_source(const struct operand *a, struct lanes *o, int n, const u32 *from)
{
    u32 *to = o->copy[n][0], was[LANES];
    const u32 shift = a->half ? 16 : 0;
    const bool signs = a->neg || a->neg_hi || a->abs;
    if (a->half_hi) {
        if (from == to) from = memcpy(was, from, sizeof was);             /* DPP has moved it there */
        if (!widen_all(o, to, from, shift)) widen_exactly(o, to, from, shift);
        from = to;
    }
    return signs ? sign_bits(to, from, a->neg_hi || a->abs ? 0x80000000 : 0, a->neg ? 0x80000000 : 0) : from;
}

static u8 part_of(const struct op *op, const struct operand *a, int n)
{
    if (a->sel != SEL_DWORD || op->source_bits[n] != 16) return a->sel;
    return a->half ? SEL_WORD1 : SEL_WORD0;
}

/* What ABS clears and NEG flips in word k of a source; two halves have a NEG each. */
struct signs { u32 clear, flip; };

static struct signs signs_of(const struct op *op, const struct operand *a, int n, u32 k)
{
    const bool half = op->source_bits[n] == 16, top = k == (op->source_bits[n] == 64);
    const u32 sign = half ? 0x8000 : top ? 0x80000000 : 0;
    if (op->unsigned_sources >> n & 1 || !(a->abs || a->neg || a->neg_hi)) return (struct signs){ 0, 0 };
    if (!op->packed || !half) return (struct signs){ a->abs ? sign : 0, a->neg ? sign : 0 };
    return (struct signs){ a->abs ? 0x80008000 : 0, (a->neg ? 0x8000 : 0) | (a->neg_hi ? 0x80000000 : 0) };
}

void modify_source(const struct op *op, const struct operand *a, struct lanes *o, int n, u32 k)
{
    const u32 *from = o->s[n][k];
    u32 *to = o->copy[n][k];
    if (op->mix) {
        o->s[n][k] = mix_source(a, o, n, from);
        return;
    }
    const struct signs signs = signs_of(op, a, n, k);
    const u8 part = part_of(op, a, n);
    if (op->packed && op->source_bits[n] == 16) from = pack_halves(to, from, a->half, a->half_hi);
    else if (part != SEL_DWORD) from = select_part(to, from, part, a->sext);
    o->s[n][k] = signs.clear | signs.flip ? sign_bits(to, from, signs.clear, signs.flip) : from;
}

static void fetch_row(struct wave *w, const struct inst *i, struct lanes *o, int n, u32 k, u64 live)
{
    const struct operand *a = &i->s[n];
    u32 *copy = o->copy[n][k];
    bool open = false;
    o->s[n][k] = copy;
    switch ((enum kind)a->kind) {
    case VREG: o->s[n][k] = read_v(w, a->reg + k, live, &o->open[n]); break;
    case MASK: spread(copy, read_mask(w, a->reg, &open)); break;
    default:   broadcast(copy, scalar_word(w, a, k, &open));
    }
    if (open) o->open[n] = ~0ull;
}

/* MODE as float operations see it, taken apart when it has changed: a copy is one wide move. */
void read_mode(struct wave *w)
{
    const u32 m = w->mode;
    const u8 round = (u8)field_of_word(m, MODE_ROUND), denorm = (u8)field_of_word(m, MODE_DENORM);
    w->fp = (struct fp){ .round = { round & 3, round >> 2 },
                         .denorm = { denorm & 3, denorm >> 2 },
                         .fma = w->m->host_fma,
                         .halves = w->m->host_halves,
                         .dx10_clamp = field_of_word(m, MODE_DX10_CLAMP),
                         .ieee = field_of_word(m, MODE_IEEE),
                         .fp16_ovfl = field_of_word(m, MODE_FP16_OVFL),
                         .nan = w->m->run->choices.nan_propagated,
                         .made = w->m->run->choices.nan_generated };
    w->fp_mode = m;
}

static void fetch_source(struct wave *w, const struct inst *i, struct lanes *o, int n, u64 live)
{
    const struct operand *a = &i->s[n];
    const u32 words = i->op->source_bits[n] == 64 ? 2 : a->width > 2 ? a->width : 1;
    const bool moved = i->dpp && n == 0, whole = is_plain(i->op, a);
    for (u32 k = 0; k < words && k < WORDS; k++) {
        fetch_row(w, i, o, n, k, moved ? w->wave_mask : live);
        if (moved) move_source(w, i, o, k);
        if (!whole) modify_source(i->op, a, o, n, k);
    }
}

/* read_v, without a call where nothing is outstanding and the register is there. */
INLINE const u32 *read_row(struct wave *w, u32 reg, u64 live, u64 *open)
{
    if (w->pending_count || reg >= w->vgprs) return read_v(w, reg, live, open);
    *open = w->v_open[reg] | w->v_tolerant[reg];                          /* what lanes that are off hold is nobody's */
    return w->v[reg];
}

void fetch(struct wave *w, const struct inst *i, struct lanes *o, u64 live)
{
    if (i->op->float_bits) {
        float_mode(w, i->op, &o->fp);
        if (i->clamp && !i->op->result_bits[0]) o->fp.signals = true;     /* of a compare (RDNA3 ISA, 7.2.3.1) */
    }
    o->live = i->dpp ? live & move_writes(w, i, live) : live;
    o->offset = i->imm;
    o->undecided = 0;
    memset(o->open, 0, sizeof o->open);
    for (int n = 0; n < i->op->sources; n++) {
        if (i->direct >> n & 1) o->s[n][0] = read_row(w, i->s[n].reg, live, &o->open[n]);
        else fetch_source(w, i, o, n, live);
    }
}

/* ---- compute ---- */

/* Lanes that are off: modifiers and masks look at whole rows, though nothing keeps what they make of those. */
static void clear_results(const struct op *op, struct lanes *o)
{
    memset(o->bit, 0, sizeof o->bit);
    for (int n = 0; n < RESULTS; n++) memset(o->d[n], 0, op->words[n] * sizeof o->d[n][0]);
}

/* Law 9: an exception that is enabled and that an open value, or the rounding of a tolerance, may raise decides what
   runs. */
static void take_flags(struct wave *w, const struct inst *i, const struct lanes *o)
{
    const struct op *op = i->op;
    const u64 open = (o->open[0] | o->open[1] | o->open[2] | o->open[3]) & o->live;
    const u32 enabled = trapping(w) & mask_of(TRAPSTS_EXCP);
    raise_exceptions(w, o->fp.flags & ~(op->clamp_inexact && !i->clamp ? INEXACT : 0u));
    if (!op->float_bits || !enabled) return;
    if (open || (op->ulp && enabled & (OVERFLOW | UNDERFLOW | INEXACT))) open_decides(w, R_OPEN_TRAP);
}

static bool same_sources(const struct op *op, const struct lanes *o, int l, int last)
{
    for (int n = 0; n < op->sources; n++)
        for (u32 k = 0; k < 1 + (op->source_bits[n] == 64); k++)
            if (o->s[n][k][l] != o->s[n][k][last]) return false;
    return true;
}

/* Those lanes of `among` whose sources are lane l's. */
WIDEST static u64 lanes_alike(const struct op *op, const struct lanes *o, int l, u64 among)
{
    u32 apart[LANES] = { 0 };
    for (int n = 0; n < op->sources; n++)
        for (u32 k = 0; k < 1 + (op->source_bits[n] == 64); k++) {
            const u32 *row = o->s[n][k], word = row[l];
            for (int m = 0; m < LANES; m++) apart[m] |= row[m] ^ word;
        }
    for (int m = 0; m < LANES; m++) apart[m] = apart[m] != 0;
    return among & ~gather_bits(apart);
}

INLINE void share_word(u32 *restrict row, int l, u64 lanes)
{
    u32 all[LANES];
    const u32 word = row[l];
    for (int m = 0; m < LANES; m++) all[m] = word;
    merge_row(row, all, 0, lanes);
}

WIDEST static void share_results(const struct op *op, struct lanes *o, int l, u64 lanes)
{
    share_word(o->bit, l, lanes);
    for (int n = 0; n < RESULTS; n++) for (u32 k = 0; k < op->words[n]; k++) share_word(o->d[n][k], l, lanes);
}

/* Lanes with the sources of one that was done have its results too: values that all lanes share are common. */
void run_lanes(const struct op *op, struct lanes *o, u64 left)
{
    while (left) {
        const int l = lowest(left);
        op->lane(o, l);
        left &= left - 1;
        if (op->order_any && o->fp.odd) {
            o->undecided |= 1ull << l;
            o->fp.odd = 0;
        } else if (left && same_sources(op, o, lowest(left), l)) {
            const u64 alike = lanes_alike(op, o, l, left);
            share_results(op, o, l, alike);
            left &= ~alike;
        }
    }
}

/* The rows first, where they may vouch for themselves; then the exact operation on each live lane that is left. */
static void compute(struct wave *w, const struct inst *i, struct lanes *o)
{
    const struct op *op = i->op;
    o->odd = 0;
    if (!op->lane) {
        (i->clamp && op->saturated ? op->saturated : op->row)(o);
        return;
    }
    const bool row = op->row && o->fp.round[0] == NEAREST && o->fp.round[1] == NEAREST && !w->watch_flags;
    if (row) op->row(o);
    else clear_results(op, o);
    run_lanes(op, o, row ? o->live & o->odd : o->live);
    if (w->watch_flags) take_flags(w, i, o);
}

/* Clamp, where there is no output modifier: what `halves` says of each word, -1: it is an f32. */
WIDEST static void clamp_row(struct fp fp, u32 *restrict row, int halves)
{
    if (halves < 0) EACH_LANE row[l] = clamp_f32(&fp, (f32){ row[l] }).bits;
    else if (halves == 1) EACH_LANE row[l] = clamp_f16(&fp, (f16){ (u16)row[l] }).bits;
    else
        EACH_LANE row[l] = clamp_f16(&fp, (f16){ (u16)row[l] }).bits |
                           (u32)clamp_f16(&fp, (f16){ (u16)(row[l] >> 16) }).bits << 16;
}

void clamp_result(struct wave *w, const struct inst *i, struct lanes *o)
{
    const bool two = i->op->result_packed && !i->op->mix;
    if (w->fp_mode != w->mode) read_mode(w);
    clamp_row(w->fp, o->d[0][0], i->op->result_bits[0] == 32 ? -1 : two + 1);
}

/* The low half. */
static u32 output_half(const struct inst *i, struct fp *fp, u32 x)
{
    f16 r = omod_f16(fp, (f16){ (u16)x }, i->omod);
    return (i->clamp ? clamp_f16(fp, r) : r).bits;
}

/* Output modifier, then clamp, on float results (RDNA3 ISA, 7.2.3); MODE decides, even where the operation itself
   flushes. */
static void output_modifiers(struct wave *w, const struct inst *i, struct lanes *o)
{
    if (w->fp_mode != w->mode) read_mode(w);
    struct fp mode = w->fp, *fp = &mode;
    const u8 bits = i->op->result_bits[0];
    /* two halves have no output modifier */
    const bool halves = i->op->result_packed && bits == 16 && !i->op->mix,
               scaled = i->omod && !halves && !mode.ieee && !(mode.denorm[bits != 32] & KEEP_OUT);
    if (!scaled && bits < 64) {
        if (i->clamp) clamp_result(w, i, o);
        return;
    }
    for (u64 left = o->live; left; left &= left - 1) {
        int l = lowest(left);
        u32 *x = &o->d[0][0][l], *high = &o->d[0][1][l];
        if (bits == 16) *x = output_half(i, fp, *x);
        else if (bits == 32) {
            f32 r = omod_f32(fp, (f32){ *x }, i->omod);
            *x = (i->clamp ? clamp_f32(fp, r) : r).bits;
        } else {
            f64 r = omod_f64(fp, (f64){ wide(*x, *high) }, i->omod);
            r = i->clamp ? clamp_f64(fp, r) : r;
            *x = (u32)r.bits;
            *high = (u32)(r.bits >> 32);
        }
    }
}

/* Lanes whose result is open: any source is; but a choice is open only where its choice or the chosen value is. */
static u64 open_result(const struct inst *i, const struct lanes *o)
{
    if (i->op->select) {
        u64 second = gather_bits(o->s[2][0]);
        return o->open[2] | (second & o->open[1]) | (~second & o->open[0]);
    }
    return o->open[0] | o->open[1] | o->open[2] | o->open[3] | o->undecided;
}

/* ---- results ---- */

static void write_lane_mask(struct wave *w, const struct inst *i, const struct lanes *o, u64 open)
{
    /* lanes that are off give 0 */
    const u64 mask = gather_bits(o->bit) & o->live;
    const bool undecided = (open & o->live) != 0;
    if (writes_named_mask(w->t, i)) write_mask(w, i->bit.reg, mask, undecided);
    if (i->op->cmpx) write_mask(w, (u32)w->t->exec, mask, undecided);
}

WIDEST static void place_half(u32 *restrict row, u32 shift) { EACH_LANE row[l] = (row[l] & 0xffff) << shift; }

/* SDWA puts the result into a byte or word; the rest is zero, the sign, or as it was (Vega ISA, 13 "SDWA"). */
static u32 place_part(const struct inst *i, u32 *restrict row)
{
    static const u32 mask_of[] = { 0xff, 0xff00, 0xff0000, 0xff000000, 0xffff, 0xffff0000 };
    const u32 mask = mask_of[i->dst_sel], shift = (u32)__builtin_ctz(mask);
    EACH_LANE {
        u32 part = row[l] << shift & mask;
        bool negative = i->dst_unused == UNUSED_SEXT && part >> (31 - __builtin_clz(mask));
        u32 above = negative ? ~(mask | ((1u << shift) - 1)) : 0;
        row[l] = part | above;
    }
    return i->dst_unused == UNUSED_PRESERVE ? ~mask : 0;
}

/* By which half is written, by the row or the trait. */
struct half half_of(const struct traits *t, const struct inst *i, int n)
{
    const struct op *op = i->op;
    if (op->result_bits[n] != 16 || (!op->mix && op->words[n] == 1 && op->result_packed)) return (struct half){ 0 };
    const bool high = (n ? i->d[n].half : i->dst_half) || op->high;
    const bool keep = !i->sdwa && (op->keep || high || (!op->zero && t->half_write == HALF_WRITE_KEEP));
    return (struct half){ .is = true, .shift = high ? 16 : 0, .keep = keep ? high ? 0xffffu : 0xffff0000u : 0 };
}

u32 kept_bits(const struct wave *w, const struct inst *i, struct lanes *o, int n)
{
    if (i->sdwa && i->dst_sel != SEL_DWORD) return place_part(i, o->d[n][0]);
    const struct half half = half_of(w->t, i, n);
    if (half.is) place_half(o->d[n][0], half.shift);
    return half.keep;
}

/* Is a part of a float all that is written? */
bool cuts_result(const struct inst *i)
{ return i->sdwa && i->op->result_float && i->dst_sel < (i->op->result_bits[0] == 16 ? SEL_WORD0 : SEL_DWORD); }

/* Which NaN results is the implementation's choice (errata E-101), and a byte or word of a NaN does not show that it
   is one. */
static u64 cut_nans(const struct inst *i, const struct lanes *o)
{
    const bool half = i->op->result_bits[0] == 16;
    if (!cuts_result(i)) return 0;
    const u32 magnitude = half ? 0x7fff : 0x7fffffff, infinity = half ? 0x7c00 : 0x7f800000;
    u32 nan[LANES];
    EACH_LANE nan[l] = (o->d[0][0][l] & magnitude) > infinity;
    return gather_bits(nan);
}

static void write_result(struct wave *w, const struct inst *i, struct lanes *o, int n, u64 open)
{
    const struct operand *d = &i->d[n];
    const u32 words = i->op->words[n];
    open |= cut_nans(i, o);
    const u32 keep = kept_bits(w, i, o, n);
    /* a part of a value within bounds has no bounds */
    const bool apart = i->op->ulp && ((i->sdwa && i->dst_sel != SEL_DWORD) || i->dst_half);
    if (apart) open = ~0ull;
    for (u32 k = 0; k < words; k++) write_v(w, d->reg + k, o->d[n][k], k ? 0 : keep, o->live, open);
    if (i->op->ulp && n == 0 && !apart) tolerate(w, d->reg, o->live & ~open, i->op->ulp, float_width(i->op));
}

void write_back(struct wave *w, const struct inst *i, struct lanes *o)
{
    const u64 open = open_result(i, o);
    for (int n = 0; n < RESULTS; n++) if (i->d[n].kind != NONE && i->op->result_bits[n]) write_result(w, i, o, n, open);
    if (i->bit.kind != NONE || i->op->cmpx) write_lane_mask(w, i, o, open);
}

/* ---- the runs ---- */

void work_out(struct wave *w, const struct inst *i, struct lanes *o)
{
    compute(w, i, o);
    if (i->op->result_float && (i->omod || i->clamp)) output_modifiers(w, i, o);
}

static void prepare(struct wave *w, const struct inst *i, struct lanes *o)
{
    fetch(w, i, o, live_lanes(w));
    work_out(w, i, o);
}

/* An instruction of which a result lies beyond the allocation is ignored (RDNA3 ISA, 3.3.2.2; Vega ISA, 3.6.2). */
bool result_ignored(struct wave *w, const struct inst *i)
{
    for (int n = 0; n < RESULTS; n++) {
        const u32 end = i->d[n].reg + (u32)i->op->words[n];
        if (i->d[n].kind != VREG || end <= w->vgprs) continue;
        report(w, R_REGISTER_VGPR_RANGE, "v%u lies beyond the %u vector registers of the wave; nothing is written",
               end - 1, w->vgprs);
        return true;
    }
    return i->other && result_ignored(w, i->other);
}

/* A VOPD source beyond the allocation reads the register of its number modulo 4 (RDNA3 ISA, 3.3.2.2). */
static void wrap_sources(struct wave *w, struct inst *i)
{
    for (int n = 0; n < SOURCES; n++) {
        struct operand *a = &i->s[n];
        if (a->kind != VREG || a->reg < w->vgprs) continue;
        report(w, R_REGISTER_VGPR_RANGE, "v%u lies beyond the %u vector registers of the wave; v%u is read", a->reg,
               w->vgprs, a->reg % 4u);
        a->reg %= 4;
    }
}

/* Both halves of a VOPD pair read before either writes (RDNA3 ISA, 7.6). */
void run_vector(struct wave *w, const struct inst *i)
{
    struct lanes o, second;
    struct inst copy, other;
    if (w->t->gpr_index && field_of_word(w->mode, MODE_GPR_IDX_EN) && !(i = gpr_indexed(w, i, &copy))) return;
    if (w->vgprs < VGPRS && result_ignored(w, i)) return;
    if (w->vgprs < VGPRS && i->other) {
        copy = *i;
        other = *i->other;
        wrap_sources(w, &copy);
        wrap_sources(w, &other);
        copy.other = &other;
        i = &copy;
    }
    prepare(w, i, &o);
    if (i->other) prepare(w, i->other, &second);
    write_back(w, i, &o);
    if (i->other) write_back(w, i->other, &second);
}

/* Whole rows and the wave: the body names the lanes it uses, and EXEC is its business. */
void run_across(struct wave *w, const struct inst *i)
{
    struct lanes o;
    struct inst copy;
    if (w->t->gpr_index && field_of_word(w->mode, MODE_GPR_IDX_EN) && !(i = gpr_indexed(w, i, &copy))) return;
    fetch(w, i, &o, 0);
    i->op->across(w, i, &o);
}
