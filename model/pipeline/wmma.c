/* Execution of WMMA (RDNA3 ISA, 7.9).  Rows of A, columns of B and elements of C are gathered from their lanes.  Each
   element of D is computed separately and stored in its lane. */
#include "float_engine.h"
#include "pipeline.h"

enum { SIDE = 16, FACTOR_WORDS = 8, SUM_WORDS = 8 };

/* ---- positions of elements ---- */

/* Rows of A, or columns of B. open: a bit for each row or column. */
struct factor { u32 k[SIDE][FACTOR_WORDS]; u64 open; bool torn; };

/* Folds lanes into the low 16 bits. */
static u64 folded(u64 lanes) { return lanes | lanes >> 16 | lanes >> 32 | lanes >> 48; }

/* Lane l holds row (column) l % 16.  Its register k has elements 2k and 2k + 1 (4k …, 8k …).  All groups of 16
   lanes hold the same values. */
static void read_factor(struct wave *w, const struct inst *i, int n, struct factor *f)
{
    const struct operand *a = &i->s[n];
    const u32 flip = i->op->result_float ? (a->neg ? 0x8000 : 0) | (a->neg_hi ? 0x80000000 : 0) : 0;
    u64 open = 0;
    f->torn = false;
    for (u32 k = 0; k < a->width; k++) {
        u64 these = 0;
        const u32 *row = read_v(w, a->reg + k, w->wave_mask, &these);
        for (u32 l = 0; l < w->lanes; l++)
            f->torn |= row[l] != row[l % SIDE] && !(these >> l & 1) && !(these >> l % SIDE & 1);
        for (u32 l = 0; l < SIDE; l++) f->k[l][k] = row[l] ^ flip;
        open |= these;
    }
    f->open = folded(open);
}

/* Row m is in register m / rows, lane 16 (m % rows) + column.  A register holds 2 rows in wave32 and 4 in wave64. */
static u32 rows_in_one(const struct wave *w) { return w->lanes / SIDE; }

struct third { u32 word[SUM_WORDS][LANES]; u64 open[SUM_WORDS]; };

/* 16-bit elements are in the half that OP_SEL[2] selects.  ABS and NEG of C are NEG_HI[2] and NEG[2]. */
static void read_third(struct wave *w, const struct inst *i, struct third *c)
{
    const struct operand *a = &i->s[2];
    const bool half = i->op->source_bits[2] == 16;
    const u32 sign = !i->op->result_float ? 0 : half ? 0x8000 : 0x80000000;
    for (u32 v = 0; v < SIDE / rows_in_one(w); v++) {
        c->open[v] = 0;
        const u32 *row = a->kind == VREG ? read_v(w, a->reg + v, w->wave_mask, &c->open[v]) : 0;
        EACH_LANE {
            u32 x = row ? row[l] >> (half && a->half ? 16 : 0) : (u32)a->value;
            x &= half ? 0xffff : ~0u;
            c->word[v][l] = (a->neg_hi ? x & ~sign : x) ^ (a->neg ? sign : 0);
        }
    }
}

/* ---- rules ---- */

static bool overlap(const struct operand *d, u32 width, const struct operand *s, u32 other)
{ return s->kind == VREG && s->reg < d->reg + width && d->reg < s->reg + other; }

/* D must not overlap A and B.  It may equal C, but not overlap it partly. */
static bool check_overlap(struct wave *w, const struct inst *i, u32 width)
{
    const struct operand *d = &i->d[0];
    const bool factor = overlap(d, width, &i->s[0], i->s[0].width) || overlap(d, width, &i->s[1], i->s[1].width);
    const bool third = i->s[2].reg != d->reg && overlap(d, width, &i->s[2], width);
    if (factor || third) report(w, R_MATRIX_OVERLAP, "D overlaps %s", factor ? "A or B" : "a part of C");
    return factor || third;
}

/* EXEC is ignored, but no document says so.  Results of inactive lanes are undefined (errata E-143). */
static u64 check_lanes_on(struct wave *w)
{
    const u64 off = w->wave_mask & ~live_lanes(w);
    if (off) report(w, R_MATRIX_EXEC, "lane %d is off; WMMA works on all lanes", lowest(off));
    return off;
}

static bool check_signs(struct wave *w, const struct inst *i)
{
    const bool other = i->s[0].neg_hi || i->s[1].neg_hi || i->s[2].neg_hi || i->s[2].neg;
    if (i->op->result_float || !other) return false;
    report(w, R_MATRIX_SIGNS, "NEG[2] and NEG_HI must be 0; NEG[1:0] says which factors are signed");
    return true;
}

/* ---- execution ---- */

struct sums { u32 word[SUM_WORDS][LANES], most[SUM_WORDS]; u64 open[SUM_WORDS], tolerant[SUM_WORDS]; };

static void element(const struct wave *w, const struct inst *i, const struct factor *f, const struct third *c,
                    struct sums *s, u32 m, u32 n)
{
    const u32 v = m / rows_in_one(w), l = m % rows_in_one(w) * SIDE + n, neg = i->s[0].neg | (u32)i->s[1].neg << 1;
    struct slack d = { 0, false };
    s->word[v][l] = i->op->element(&d, f[0].k[m], f[1].k[n], c->word[v][l], neg);
    const bool open = d.open || f[0].open >> m & 1 || f[1].open >> n & 1 || c->open[v] >> l & 1;
    s->open[v] |= (u64)open << l;
    if (open || !d.ulp) return;
    s->tolerant[v] |= 1ull << l;
    if (s->most[v] < d.ulp) s->most[v] = d.ulp;
}

/* A 16-bit element is written to one half; the other is preserved.  The high half of a register has no tolerance. */
static void write_sums(struct wave *w, const struct inst *i, struct sums *s)
{
    const bool half = i->op->result_bits[0] == 16, high = half && i->s[2].half;
    for (u32 v = 0; v < SIDE / rows_in_one(w); v++) {
        const u32 reg = i->d[0].reg + v;
        if (high) EACH_LANE s->word[v][l] <<= 16;
        if (high) s->open[v] |= s->tolerant[v];
        write_v(w, reg, s->word[v], high ? 0xffff : half ? 0xffff0000 : 0, w->wave_mask, s->open[v]);
        tolerate(w, reg, s->tolerant[v] & ~s->open[v], s->most[v], float_width(i->op));
    }
}

void run_matrix(struct wave *w, const struct inst *i)
{
    struct factor f[2];
    struct third c;
    struct sums s = { 0 };
    if (i->d[0].reg + SIDE / rows_in_one(w) > w->vgprs) {                     /* ignored (RDNA3 ISA, 3.3.2.2) */
        report(w, R_REGISTER_VGPR_RANGE, "D reaches beyond the %u vector registers of the wave; nothing is written",
               w->vgprs);
        return;
    }
    const u64 off = check_lanes_on(w);
    const bool overlaps = check_overlap(w, i, SIDE / rows_in_one(w)), signs = check_signs(w, i);
    for (int n = 0; n < 2; n++) read_factor(w, i, n, &f[n]);
    read_third(w, i, &c);
    if (f[0].torn || f[1].torn)
        report(w, R_MATRIX_REPLICATED, "%s is not the same in every 16 lanes", f[0].torn ? "A" : "B");
    for (u32 m = 0; m < SIDE; m++) for (u32 n = 0; n < SIDE; n++) element(w, i, f, &c, &s, m, n);
    const u64 undefined = overlaps || signs || f[0].torn || f[1].torn ? w->wave_mask : off;
    for (u32 v = 0; v < SUM_WORDS; v++) s.open[v] |= undefined;
    write_sums(w, i, &s);
}
