/* Execution of vector operations: fetch sources (fetch.c), compute, write results. */
#include <string.h>
#include "dpp.h"
#include "float.h"
#include "pipeline.h"

/* ---- compute ---- */

/* Clears inactive lanes.  Modifiers and masks read whole rows, though results of inactive lanes are discarded. */
static void clear_results(const struct op *op, struct lanes *o)
{
    memset(o->bit, 0, sizeof o->bit);
    for (int n = 0; n < RESULTS; n++) memset(o->d[n], 0, op->words[n] * sizeof o->d[n][0]);
}

/* Invariant 9: an enabled exception decides what runs.  It ends comparison if it depends on an undefined value or on
   the rounding within a tolerance. */
static void apply_flags(struct wave *w, const struct inst *i, const struct lanes *o)
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

/* Lanes of `among` whose sources equal those of lane l. */
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

/* Lanes with equal sources share one computation, since uniform values are common. */
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

/* Runs the row if it applies, then the exact operation on each remaining live lane. */
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
    if (w->watch_flags) apply_flags(w, i, o);
}

/* Clamp without an output modifier. halves: the halves of each word to clamp; -1: the word is an f32. */
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

/* Modifies the low half. */
static u32 output_half(const struct inst *i, struct fp *fp, u32 x)
{
    f16 r = omod_f16(fp, (f16){ (u16)x }, i->omod);
    return (i->clamp ? clamp_f16(fp, r) : r).bits;
}

/* Output modifier, then clamp, on float results (RDNA3 ISA, 7.2.3).  MODE decides, even if the operation itself
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

/* Lanes with an undefined result: any source is undefined, or the ISA leaves the result undefined. */
static u64 open_result(const struct lanes *o)
{ return o->open[0] | o->open[1] | o->open[2] | o->open[3] | o->undecided; }

/* ---- results ---- */

static void write_lane_mask(struct wave *w, const struct inst *i, const struct lanes *o, u64 undefined)
{
    /* inactive lanes give 0 */
    const u64 mask = gather_bits(o->bit) & o->live;
    if (writes_named_mask(w->t, i)) write_mask(w, i->bit.reg, mask, undefined & o->live);
    if (i->op->cmpx) write_mask(w, (u32)w->t->exec, mask, undefined & o->live);
}

WIDEST static void place_half(u32 *restrict row, u32 shift) { EACH_LANE row[l] = (row[l] & 0xffff) << shift; }

/* SDWA puts the result into a byte or word.  The rest is zero, sign, or preserved (Vega ISA, 13 "SDWA"). */
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

/* The row or the trait decides which half is written. */
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

/* Does it write only a part of a float? */
bool cuts_result(const struct inst *i)
{ return i->sdwa && i->op->result_float && i->dst_sel < (i->op->result_bits[0] == 16 ? SEL_WORD0 : SEL_DWORD); }

/* The NaN that results is the implementation's choice (errata E-101).  A byte or word does not show that it belongs to
   a NaN. */
static u64 cut_nans(const struct inst *i, const struct lanes *o)
{
    const bool half = i->op->result_bits[0] == 16;
    if (!cuts_result(i)) return 0;
    const u32 magnitude = half ? 0x7fff : 0x7fffffff, infinity = half ? 0x7c00 : 0x7f800000;
    u32 nan[LANES];
    EACH_LANE nan[l] = (o->d[0][0][l] & magnitude) > infinity;
    return gather_bits(nan);
}

/* `undefined`: its bits of the result, in rows as the result; or 0.  `open`: lanes where all bits are. */
static void write_result(struct wave *w, const struct inst *i, struct lanes *o, int n, u64 open,
                         struct lanes *undefined)
{
    const struct operand *d = &i->d[n];
    const u32 words = i->op->words[n];
    open |= cut_nans(i, o);
    const u32 keep = kept_bits(w, i, o, n);
    if (undefined) kept_bits(w, i, undefined, n);
    /* the tolerance does not apply to a part of a value */
    const bool apart = i->op->ulp && ((i->sdwa && i->dst_sel != SEL_DWORD) || i->dst_half);
    if (apart) open = ~0ull;
    for (u32 k = 0; k < words; k++) {
        write_v(w, d->reg + k, o->d[n][k], k ? 0 : keep, o->live, open);
        if (undefined && d->reg + k < w->vgprs) undefine_v(w, d->reg + k, undefined->d[n][k], o->live);
    }
    if (i->op->ulp && n == 0 && !apart) tolerate(w, d->reg, o->live & ~open, i->op->ulp, float_width(i->op));
}

void write_back(struct wave *w, const struct inst *i, struct lanes *o, struct lanes *undefined)
{
    const u64 open = undefined ? o->undecided : open_result(o);
    for (int n = 0; n < RESULTS; n++)
        if (i->d[n].kind != NONE && i->op->result_bits[n]) write_result(w, i, o, n, open, undefined);
    if (i->bit.kind != NONE || i->op->cmpx)
        write_lane_mask(w, i, o, open | (undefined ? gather_bits(undefined->bit) : 0));
}

/* ---- execution ---- */

void work_out(struct wave *w, const struct inst *i, struct lanes *o)
{
    compute(w, i, o);
    if (i->op->result_float && (i->omod || i->clamp)) output_modifiers(w, i, o);
}

/* Returns `undefined`, with the undefined bits of the results, or 0: there are none. */
static struct lanes *prepare(struct wave *w, const struct inst *i, struct lanes *o, struct lanes *undefined)
{
    fetch(w, i, o, live_lanes(w));
    work_out(w, i, o);
    return spread_lanes(w, i, o, undefined) ? undefined : 0;
}

/* An instruction with a result beyond the allocation is ignored (RDNA3 ISA, 3.3.2.2; Vega ISA, 3.6.2). */
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

/* A VOPD source beyond the allocation reads the register with its number modulo 4 (RDNA3 ISA, 3.3.2.2). */
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
    struct lanes o, second, undefined, undefined_second;
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
    struct lanes *bits = prepare(w, i, &o, &undefined),
                 *second_bits = i->other ? prepare(w, i->other, &second, &undefined_second) : 0;
    write_back(w, i, &o, bits);
    if (i->other) write_back(w, i->other, &second, second_bits);
}

/* Operations on whole rows and the wave.  The body selects lanes and handles EXEC. */
void run_across(struct wave *w, const struct inst *i)
{
    struct lanes o;
    struct inst copy;
    if (w->t->gpr_index && field_of_word(w->mode, MODE_GPR_IDX_EN) && !(i = gpr_indexed(w, i, &copy))) return;
    fetch(w, i, &o, 0);
    i->op->across(w, i, &o);
}
