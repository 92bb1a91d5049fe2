/* Sources of a vector operation as rows: registers or uniform values, moved and modified.  Also MODE's float
   settings. */
#include <string.h>
#include "dpp.h"
#include "float.h"
#include "pipeline.h"

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

/* SDWA selects a byte or word, extends it by zero or sign, then applies abs and neg (Vega ISA, 13 "SDWA").  `from` may
   equal `to`, here and below. */
WIDEST static const u32 *select_part(u32 *to, const u32 *from, u8 sel, bool sext)
{
    u32 shift = sel < SEL_WORD0 ? 8u * sel : 16u * (sel - SEL_WORD0), up = sel < SEL_WORD0 ? 24 : 16;
    if (sext) NO_ALIAS EACH_LANE to[l] = (u32)((i32)(from[l] >> shift << up) >> up);
    else      NO_ALIAS EACH_LANE to[l] = from[l] >> shift << up >> up;
    return to;
}

WIDEST static const u32 *sign_bits(u32 *to, const u32 *from, u32 clear, u32 flip)
{
    NO_ALIAS EACH_LANE to[l] = (from[l] & ~clear) ^ flip;
    return to;
}

/* Puts the half for the low result into the low half, and the half for the high result into the high half. */
WIDEST static const u32 *pack_halves(u32 *to, const u32 *from, bool low_from_high, bool high_from_high)
{
    u32 low = low_from_high ? 16 : 0, high = high_from_high ? 16 : 0;
    NO_ALIAS EACH_LANE to[l] = (from[l] >> low & 0xffff) | from[l] >> high << 16;
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

/* Widens all halves of a row, or of its lower part, to f32 by host instructions.  False: there are NaNs, or the host
   has no such instructions. */
static bool widen_all(const struct lanes *o, u32 *restrict to, const u32 *restrict from, u32 shift)
{
    if (!o->fp.halves || !(o->fp.denorm[1] & KEEP_IN)) return false;
    const bool whole = o->live >> LANES / 2, numbers = widen_numbers(to, from, shift, whole ? LANES : LANES / 2);
    if (!whole) fill_half(to, o->live);
    return numbers;
}

/* Widens one half in each lane.  Returns lanes that are not done, because they are not normal numbers. */
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

/* The same for all numbers.  Active lanes raise exceptions. */
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

/* fma_mix: op_sel_hi selects f16, op_sel the half. neg_hi means abs (RDNA3 ISA, 7.4 "Packed Math"). */
static const u32 *mix_source(const struct operand *a, struct lanes *o, int n, const u32 *from)
{
    u32 *to = o->copy[n][0], was[LANES];
    const u32 shift = a->half ? 16 : 0;
    const bool signs = a->neg || a->neg_hi || a->abs;
    if (a->half_hi) {
        if (from == to) from = memcpy(was, from, sizeof was);             /* DPP wrote its result there */
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

/* The bits that ABS clears and NEG flips in word k of a source.  Each of two halves has a NEG. */
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

/* MODE's float settings, decoded when MODE has changed.  The copy is one wide move. */
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
    const u32 words = source_words(i, n);
    const bool moved = i->dpp && n == 0, whole = is_plain(i->op, a);
    for (u32 k = 0; k < words && k < WORDS; k++) {
        fetch_row(w, i, o, n, k, moved ? w->wave_mask : live);
        if (moved) move_source(w, i, o, k);
        if (!whole) modify_source(i->op, a, o, n, k);
    }
}

/* read_v inlined for registers that are allocated and not awaited. */
INLINE const u32 *read_row(struct wave *w, u32 reg, u64 live, u64 *open)
{
    if (w->pending_count || reg >= w->vgprs) return read_v(w, reg, live, open);
    *open = w->v_open[reg] | w->v_tolerant[reg];                  /* undefined values of inactive lanes do not matter */
    return w->v[reg];
}

void fetch(struct wave *w, const struct inst *i, struct lanes *o, u64 live)
{
    if (i->op->float_bits) {
        float_mode(w, i->op, &o->fp);
        if (i->clamp && !i->op->result_bits[0]) o->fp.signals = true;     /* for compares (RDNA3 ISA, 7.2.3.1) */
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
