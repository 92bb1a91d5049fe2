/* Reciprocals, roots, powers, logarithms and sines in fixed point.  Reciprocals and roots are correctly rounded.  The
   others have an error below 2^-30 ulp before rounding to nearest.  MODE's rounding has no effect. */
#include "float_engine.h"
#include "transcend.h"

static const u64 Q62 = 1ull << 62;
static const u64 LN2_Q64 = 0xb17217f7d1cf79ac, TWO_OVER_LN2_Q61 = 0x5c551d94ae0bf85e, HALF_PI_Q63 = 0xc90fdaa22168c235,
                 ROOT_2_Q63 = 0xb504f333f9de6484;

/* 1/k!, 1/(2k+1) in units of 2^-62 */
#define PART(n) ((1ull << 62) / (n))
static const u64 inverse_factorials[] = {
    PART(1),
    PART(1),
    PART(2),
    PART(6),
    PART(24),
    PART(120),
    PART(720),
    PART(5040),
    PART(40320),
    PART(362880),
    PART(3628800),
    PART(39916800),
    PART(479001600),
    PART(6227020800),
    PART(87178291200),
    PART(1307674368000),
    PART(20922789888000),
    PART(355687428096000),
    PART(6402373705728000),
    PART(121645100408832000),
    PART(2432902008176640000),
};
static const u64 inverse_odds[] = {
    PART(1),  PART(3),  PART(5),  PART(7),  PART(9),  PART(11), PART(13),
    PART(15), PART(17), PART(19), PART(21), PART(23), PART(25), PART(27),
};

static u64 high_product(u64 a, u64 b)   { return (u64)((u128)a * b >> 64); }
static u64 zero(format f, bool sign)    { return signed_(f, sign, 0); }
static u64 infinite(format f, bool sign) { return signed_(f, sign, infinity(f)); }

static u64 reciprocal(MODE, format f, u64 a)
{
    if (is_nan(f, a)) return pass_nan(fp, f, a);
    if (is_infinite(f, a)) return zero(f, sign_of(f, a));
    const struct number n = unpack(fp, f, a);
    if (n.significand == 0) { fp->flags |= DIV_BY_ZERO; return infinite(f, n.sign); }
    const u64 m = (u64)n.significand;
    if (f.fraction <= 23)
        return pack_number(fp, f, (struct number){ n.sign, -n.exponent - 63, Q62 / m << 1 | (Q62 % m != 0) });
    const u128 numerator = (u128)1 << 126;
    return pack_number(fp, f, (struct number){ n.sign, -n.exponent - 127, numerator / m << 1 | (numerator % m != 0) });
}

/* The root of 2^178 / m for m of 53 or 54 bits.  Two steps of long division give that quotient. */
static u64 reciprocal_root(MODE, format f, u64 a)
{
    if (is_nan(f, a)) return pass_nan(fp, f, a);
    if (is_infinite(f, a)) return sign_of(f, a) ? invalid(fp, f, true) : zero(f, false);
    struct number n = unpack(fp, f, a);
    if (n.significand == 0) { fp->flags |= DIV_BY_ZERO; return infinite(f, n.sign); }
    if (n.sign) return invalid(fp, f, true);
    u64 m = (u64)n.significand;
    const int shift = __builtin_clzll(m) - 11;
    m <<= shift;
    n.exponent -= shift;
    if (n.exponent & 1) { m <<= 1; n.exponent--; }
    const u128 numerator = (u128)1 << 126;
    const u64 rest = (u64)(numerator % m);
    const u128 quotient = (numerator / m << 52) + ((u128)rest << 52) / m;
    bool exact;
    const u64 r = root(quotient, &exact);
    exact = exact && ((u128)rest << 52) % m == 0;
    return pack_number(fp, f, (struct number){ false, -n.exponent / 2 - 90, (u128)r << 1 | !exact });
}

/* 2^t; t in units of 2^-64, the result in units of 2^-62 */
static u64 power(u64 t)
{
    const u64 x = high_product(t, LN2_Q64);
    u64 r = 0;
    for (int k = 18; k >= 0; k--) r = inverse_factorials[k] + high_product(x, r);
    return r;
}

static u64 exp2_(MODE, format f, u64 a)
{
    if (is_nan(f, a)) return pass_nan(fp, f, a);
    if (is_infinite(f, a)) return sign_of(f, a) ? zero(f, false) : a;
    const struct number n = unpack(fp, f, a);
    if (n.significand == 0) return one(f);
    const int shift = n.exponent + 64;
    if (n.exponent + highest(true, n.significand) > 12)
        return pack_number(fp, f, (struct number){ false, n.sign ? -FAR : FAR, 1 });
    u128 x = shift >= 0 ? n.significand << shift : right_sticky(true, n.significand, -shift);
    if (n.sign) x = -x;
    const int whole = (int)(i64)(u64)(x >> 64);
    const u64 part = (u64)x;
    return pack_number(fp, f, (struct number){ false, whole - 63, (u128)power(part) << 1 | (part != 0) });
}

/* log2 z = 2/ln 2 * artanh s, s = (z - 1) / (z + 1), for z in [0.707, 1.414].  The relative error stays small near
   1. */
static struct number logarithm(u64 m, int e)
{
    /* then z is half of m and below 1 */
    const bool below = m > ROOT_2_Q63;
    const u64 distance = below ? -m : m - (1ull << 63), sum = (m >> 1) + (below ? 1ull << 63 : 1ull << 62);
    if (below) e++;
    const bool negative = e < 0;
    const u128 whole = (u128)(negative ? -e : e);
    if (distance == 0) return (struct number){ negative, 0, whole };
    const int shift = __builtin_clzll(distance);
    const u64 s = (u64)(((u128)(distance << shift) << 62) / sum), root_of_u = s >> (shift - 1),
              u = high_product(root_of_u, root_of_u);
    u64 series = 0;
    for (int k = 13; k >= 0; k--) series = inverse_odds[k] + high_product(u, series);
    const u128 l = (u128)s * high_product(series, TWO_OVER_LN2_Q61);               /* in units of 2^-(122 + shift) */
    if (e == 0) return (struct number){ below, -122 - shift, l };
    const u128 high = whole << 110, part = l >> (12 + shift);
    return (struct number){ negative, -110, below == negative ? high + part : high - part };
}

static u64 log2_(MODE, format f, u64 a)
{
    if (is_nan(f, a)) return pass_nan(fp, f, a);
    if (is_infinite(f, a)) return sign_of(f, a) ? invalid(fp, f, true) : a;
    const struct number n = unpack(fp, f, a);
    if (n.significand == 0) { fp->flags |= DIV_BY_ZERO; return infinite(f, true); }
    if (n.sign) return invalid(fp, f, true);
    const int high = highest(true, n.significand);
    return pack_number(fp, f, logarithm((u64)n.significand << (63 - high), n.exponent + high));
}

/* The sum of (-u)^k / (2k + odd)!, in units of 2^-62. u is in units of 2^-64, below 0.62. */
static u64 alternating(u64 u, int odd)
{
    u64 r = 0;
    for (int k = 9; k >= 0; k--) r = inverse_factorials[2 * k + odd] - high_product(u, r);
    return r;
}

/* The sine of t turns in units of 2^-64, reduced to an eighth of a turn. */
static struct number sine(u64 t)
{
    const bool sign = t >> 63;
    bool cosine = t >> 62 & 1;
    u64 h = t << 2;
    if (h > 1ull << 63) { h = -h; cosine = !cosine; }
    const u64 angle = high_product(h, HALF_PI_Q63) << 1, u = high_product(angle, angle);
    if (cosine) return (struct number){ sign, -63, (u128)alternating(u, 0) << 1 | (h != 0) };
    if (h == 0) return (struct number){ 0 };
    const int shift = __builtin_clzll(h);
    return (struct number){ sign, -125 - shift, (u128)(h << shift) * high_product(alternating(u, 1), HALF_PI_Q63) };
}

/* For less than 2^-40 turns: x times 2 pi. */
static struct number small_sine(struct number n)
{ return (struct number){ n.sign, n.exponent - 61, n.significand * HALF_PI_Q63 }; }

static u64 turns(MODE, format f, u64 a, u64 ahead)
{
    if (is_nan(f, a)) return pass_nan(fp, f, a);
    if (is_infinite(f, a)) return invalid(fp, f, true);
    const struct number n = unpack(fp, f, a);
    if (n.significand == 0 && !ahead) return zero(f, n.sign);
    if (n.exponent <= -64) {
        if (ahead) return pack_number(fp, f, (struct number){ false, -63, (u128)Q62 << 1 | (n.significand != 0) });
        return pack_number(fp, f, small_sine(n));
    }
    const u64 t = n.exponent >= 0 ? 0 : (u64)n.significand << (64 + n.exponent);
    struct number r = sine(t + ahead);
    r.sign = r.significand && r.sign ^ (n.sign && !ahead);                         /* cosine is even */
    return pack_number(fp, f, r);
}

static u64 sin_(MODE, format f, u64 a)         { return turns(fp, f, a, 0); }
static u64 cos_(MODE, format f, u64 a)         { return turns(fp, f, a, Q62); }

/* Rounds to nearest regardless of MODE. flush: f32 subnormals are flushed, in and out (RDNA3 ISA, 16.8). */
static u64 approximate(MODE, format f, bool flush, u64 a, u64 function(MODE, format f, u64 a))
{
    struct fp mode = *fp;
    mode.round[0] = mode.round[1] = NEAREST;
    if (flush) mode.denorm[0] = 0;
    const u64 r = function(&mode, f, a);
    fp->flags = mode.flags;
    return r;
}

static u64 square_root_(MODE, format f, u64 a)
{
    return f.exponent == 5   ? sqrt_f16(fp, (f16){ (u16)a }).bits
           : f.exponent == 8 ? sqrt_f32(fp, (f32){ (u32)a }).bits
                             : sqrt_f64(fp, (f64){ a }).bits;
}

#define NAMED(T, word, signed__, F, E, S)                                                                              \
    T exact_rcp_##T(MODE, T a) { return (T){ (word)approximate(fp, (format){ F, E, S }, true, a.bits, reciprocal) }; } \
    T rsq_##T(MODE, T a) { return (T){ (word)approximate(fp, (format){ F, E, S }, true, a.bits, reciprocal_root) }; }  \
    T sqrt_approx_##T(MODE, T a)                                                                                       \
    { return (T){ (word)approximate(fp, (format){ F, E, S }, true, a.bits, square_root_) }; }
FLOATS(NAMED)

#define NAMED_TURNS(T, word, F, E, S)                                                                             \
    T exp2_##T(MODE, T a) { return (T){ (word)approximate(fp, (format){ F, E, S }, true, a.bits, exp2_) }; }      \
    T log2_##T(MODE, T a) { return (T){ (word)approximate(fp, (format){ F, E, S }, true, a.bits, log2_) }; }      \
    T sin_turns_##T(MODE, T a) { return (T){ (word)approximate(fp, (format){ F, E, S }, false, a.bits, sin_) }; } \
    T cos_turns_##T(MODE, T a) { return (T){ (word)approximate(fp, (format){ F, E, S }, false, a.bits, cos_) }; }
NAMED_TURNS(f16, u16, 10, 5, 1)
NAMED_TURNS(f32, u32, 23, 8, 0)

f32 rcp_iflag_f32(MODE, f32 a)
{
    struct fp quiet = *fp;
    raise_if(fp, magnitude_f32(a) < 0x00800000, INT_DIV_BY_ZERO);
    const f32 r = rcp_f32(&quiet, a);
    fp->odd |= quiet.odd;
    return r;
}
