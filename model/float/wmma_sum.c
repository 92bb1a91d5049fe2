/* Sums of products in an unspecified order.  All terms are added exactly in fixed point, and the sum is rounded once.
   A bound on the error of any other order becomes the tolerance (errata E-141). */
#include "float_engine.h"

/* Digits of 32 bits.  The first has weight 2^LOWEST, below the least product of two bf16.  They reach above 32 times
   the largest product, and two more serve add_fixed. */
enum { DIGITS = 21, LOWEST = -310, STEPS = 18 };
/* Range of binades for computing a bound.  Beyond it the bound exceeds every tolerance. */
enum { BOUND_BINADES = 20, FLUSHED = 8 };
struct fixed { i64 digit[DIGITS]; };

/* Settings of the sum that is rounded once.  With a subnormal factor the result is undefined, so any settings would
   do. */
static const struct fp KEEPING = { .denorm = { KEEP_IN | KEEP_OUT, KEEP_IN | KEEP_OUT } };

static void add_fixed(struct fixed *x, bool negative, u64 significand, int exponent)
{
    const int at = exponent - LOWEST;
    const u128 shifted = (u128)significand << (at & 31);
    for (int n = 0; n < 3; n++) {
        const i64 digit = (i64)(u32)(shifted >> 32 * n);
        x->digit[at / 32 + n] += negative ? -digit : digit;
    }
}

/* Normalises every digit but the last to 0 … 2^32 - 1.  The last one has the sign. */
static void carry_on(struct fixed *x)
{
    for (int n = 0; n < DIGITS - 1; n++) {
        x->digit[n + 1] += x->digit[n] >> 32;
        x->digit[n] &= 0xffffffff;
    }
}

/* The upper 96 bits; the last of them is sticky. */
static struct number number_of(struct fixed x)
{
    struct number r = { 0 };
    carry_on(&x);
    r.sign = x.digit[DIGITS - 1] < 0;
    if (r.sign) {
        for (int n = 0; n < DIGITS; n++) x.digit[n] = -x.digit[n];
        carry_on(&x);
    }
    int top = DIGITS - 1;
    while (top > 2 && !x.digit[top]) top--;
    for (int n = top; n > top - 3; n--) r.significand = r.significand << 32 | (u64)x.digit[n];
    for (int n = 0; n < top - 2; n++) r.significand |= x.digit[n] != 0;
    r.exponent = LOWEST + 32 * (top - 2);
    return r;
}

/* Properties of all terms. */
struct terms {
    struct fixed sum, size;                            /* size: the sum of magnitudes */
    int last;                                          /* exponent of the lowest set bit of all terms */
    /* tiny: a factor is subnormal; positive: a term is greater than -0 */
    bool nan, infinite[2], tiny, positive;
};

static void add_number(struct terms *t, struct number n)
{
    const int low = n.significand ? n.exponent + __builtin_ctzll((u64)n.significand) : t->last;
    t->positive |= !n.sign;
    if (low < t->last) t->last = low;
    add_fixed(&t->sum, n.sign, (u64)n.significand, n.exponent);
    add_fixed(&t->size, false, (u64)n.significand, n.exponent);
}

static void add_product(struct fp *keeping, struct terms *t, format f, u64 a, u64 b)
{
    const bool sign = sign_of(f, a) != sign_of(f, b), none = !magnitude(f, a) || !magnitude(f, b);
    if (is_nan(f, a) || is_nan(f, b) || (none && (is_infinite(f, a) || is_infinite(f, b)))) { t->nan = true; return; }
    if (is_infinite(f, a) || is_infinite(f, b)) { t->infinite[sign] = true; return; }
    const struct number x = unpack(keeping, f, a), y = unpack(keeping, f, b);
    t->tiny |= !none && (magnitude(f, a) < hidden(f) || magnitude(f, b) < hidden(f));
    add_number(t, (struct number){ sign, x.exponent + y.exponent, x.significand * y.significand });
}

static void add_third(struct fp *keeping, struct terms *t, format f, u64 c)
{
    if (is_nan(f, c)) { t->nan = true; return; }
    if (is_infinite(f, c)) { t->infinite[sign_of(f, c)] = true; return; }
    t->tiny |= magnitude(f, c) && magnitude(f, c) < hidden(f);
    add_number(t, unpack(keeping, f, c));
}

static int top_of(struct number n) { return n.exponent + highest(false, n.significand); }

/* Every partial sum is a multiple of the lowest bit and at most `size`.  If such numbers fit the format, no order
   rounds. */
static bool never_rounds(const struct terms *t, format f, struct number size)
{
    return !size.significand ||
           (top_of(size) - t->last <= f.fraction && t->last >= least(f) && top_of(size) <= bias(f));
}

/* size / 2^exponent in 256ths, rounded up.  The exponents differ by at most 2^BOUND_BINADES.  A size that needs a bound
   has at least 64 bits below the first, so the shift is positive. */
static u32 ratio(struct number size, int exponent)
{ return (u32)(size.significand >> (exponent - 8 - size.exponent)) + 1; }

/* The error in ulps of the result: STEPS roundings of half an ulp of `size`, and partial sums that may be flushed.  It
   is doubled if the ulp halves on the way. */
static void bound(struct slack *d, format f, struct number sum, struct number size, u64 bits)
{
    const u32 most = f.fraction == 23 ? 4096 : f.fraction == 10 ? 64 : 32;
    const int top_sum = sum.significand ? top_of(sum) : least(f) - 1, flushed = least(f) - top_sum + f.fraction;
    d->open = top_sum < least(f) || top_of(size) >= bias(f) || top_of(size) - top_sum > BOUND_BINADES ||
              flushed > FLUSHED;
    if (d->open) return;
    u64 ulp = (STEPS / 2 * (u64)ratio(size, top_sum) + 255) / 256 + 1;
    ulp += flushed > 0 ? STEPS << flushed : 1;
    if (ulp > (bits & (hidden(f) - 1))) ulp *= 2;
    d->open = ulp > most;
    d->ulp = (u32)ulp;
}

static u64 special(struct slack *d, format f, const struct terms *t, struct number size)
{
    const bool nan = t->nan || (t->infinite[0] && t->infinite[1]);
    d->ulp = nan;                                      /* any of the NaNs may result, so two NaNs agree */
    d->open = !nan && size.significand && top_of(size) >= bias(f);
    return nan ? infinity(f) | quiet_bit(f) : signed_(f, t->infinite[1], infinity(f));
}

u64 dot_product(struct slack *d, format term, format f, u32 count, const u32 *a, const u32 *b, u64 c)
{
    struct fp fp = KEEPING;
    struct terms t = { .last = 512 };
    for (u32 k = 0; k < count; k++) add_product(&fp, &t, term, a[k / 2] >> 16 * (k & 1), b[k / 2] >> 16 * (k & 1));
    add_third(&fp, &t, f, c);
    const struct number size = number_of(t.size);
    *d = (struct slack){ 0, false };
    if (t.nan || t.infinite[0] || t.infinite[1]) return special(d, f, &t, size);
    struct number sum = number_of(t.sum);
    if (!sum.significand) sum.sign = !t.positive;
    const u64 bits = pack_number(&fp, f, sum);
    if (t.tiny) d->open = true;
    else if (!never_rounds(&t, f, size)) bound(d, f, sum, size, bits);
    return bits;
}
