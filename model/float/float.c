/* Exact float arithmetic on integers: one engine for all formats, then functions for each type. */
#include "float_engine.h"

static const format F16 = { 10, 5, 1 }, F32 = { 23, 8, 0 }, F64 = { 52, 11, 1 }, BF16 = { 7, 8, 0 };

/* Positions of the leading bit during an addition.  They leave bits above for a carry and bits below for what is
   shifted out. */
enum {
    SLIM_TOP = 61,
    WIDE_TOP = 125,
    SLIM_ROOM = SLIM_TOP - 2 * 23 - 1,
    WIDE_ROOM = WIDE_TOP - 2 * 52 - 2,
    ADD_ROOM = 9,
    NOWHERE = -100000
};

/* Rounds 64 significant bits to an integer of 64 - drop bits. */
INLINE u64 round_off(int rounding, u64 x, int drop, bool sign, bool *inexact)
{
    const u64 kept = drop < 64 ? x >> drop : 0,
              rest = drop < 64    ? x << (64 - drop)
                     : drop == 64 ? x
                                  : x != 0,
              half = 1ull << 63;
    *inexact = rest != 0;
    switch (rounding) {
    case NEAREST: return kept + (rest > half || (rest == half && (kept & 1)));
    case HALF_UP: return kept + (sign ? rest > half : rest >= half);
    case TO_ZERO: return kept;
    default:      return kept + (rest && rounding == (sign ? DOWN : UP));
    }
}

/* MODE.FP16_OVFL turns an overflowed f16, but not a true infinity, into the largest number (RDNA3 ISA, 3.4.2). */
static u64 overflow(MODE, format f, bool sign)
{
    const int rounding = fp->round[f.set];
    const bool away = rounding == NEAREST || rounding == (sign ? DOWN : UP);
    fp->flags |= OVERFLOW | INEXACT;
    return signed_(f, sign, infinity(f) - (!away || (f.exponent == 5 && fp->fp16_ovfl)));
}

/* Tininess is detected after rounding with an unbounded exponent.  A flushed tiny result raises underflow and
   inexact. */
static u64 pack_small(MODE, format f, bool sign, int leading, u64 x)
{
    const int rounding = fp->round[f.set], drop = 63 - f.fraction;
    bool ignored, inexact;
    const bool grows = round_off(rounding, x, drop, sign, &ignored) >> (f.fraction + 1);
    const bool tiny = leading + 1 < least(f) || !grows;
    if (tiny && !(fp->denorm[f.set] & KEEP_OUT)) { fp->flags |= UNDERFLOW | INEXACT; return signed_(f, sign, 0); }
    const u64 bits = round_off(rounding, x, drop + least(f) - leading, sign, &inexact);
    if (inexact) fp->flags |= (u8)(INEXACT | (tiny ? UNDERFLOW : 0));
    return signed_(f, sign, bits);
}

INLINE u64 pack(MODE, format f, bool slim, struct number n)
{
    const int high = highest(slim, n.significand), leading = n.exponent + high;
    const u64 x = (u64)(high > 63 ? right_sticky(slim, n.significand, high - 63)
                                  : left(slim, n.significand, 63 - high));
    bool inexact;
    if (RARE(leading < least(f))) return pack_small(fp, f, n.sign, leading, x);
    if (RARE(leading > bias(f))) return overflow(fp, f, n.sign);
    u64 bits = round_off(fp->round[f.set], x, 63 - f.fraction, n.sign, &inexact);
    /* the leading bit adds 1 to the exponent */
    bits += (u64)(leading - least(f)) << f.fraction;
    if (RARE(bits >= infinity(f))) return overflow(fp, f, n.sign);
    fp->flags |= inexact ? INEXACT : 0;
    return signed_(f, n.sign, bits);
}

INLINE u64 pack_or_zero(MODE, format f, bool slim, struct number n)
{ return n.significand ? pack(fp, f, slim, n) : signed_(f, n.sign, 0); }

/* The NaN of an invalid operation: positive with only the quiet bit, or as declared. */
static u64 made_nan(MODE, format f, bool sign)
{
    const int n = f.fraction == 10 ? 0 : f.fraction == 23 ? 1 : f.fraction == 52 ? 2 : -1;
    const u64 declared = fp->made && n >= 0 ? fp->made[n] : 0;
    return declared ? declared : signed_(f, sign, infinity(f) | quiet_bit(f));
}

/* The first NaN operand, made quiet (errata E-101), or the declared one. */
static u64 first_nan(MODE, format f, u64 a, u64 b, u64 c)
{
    u64 x = is_nan(f, a) ? a : is_nan(f, b) ? b : c;
    const u64 all[] = { a, b, c };
    for (int i = 0; i < 3; i++) if (is_nan(f, all[i]) && !(all[i] & quiet_bit(f))) fp->flags |= INVALID;
    if (fp->nan == ASSAY_NAN_LAST) x = is_nan(f, c) ? c : is_nan(f, b) ? b : a;
    for (int i = 2; i >= 0 && fp->nan == ASSAY_NAN_QUIET_FIRST; i--)
        if (is_nan(f, all[i]) && all[i] & quiet_bit(f)) x = all[i];
    return fp->nan == ASSAY_NAN_CANONICAL ? made_nan(fp, f, false) : x | quiet_bit(f);
}

u64 pass_nan(MODE, format f, u64 a) { return first_nan(fp, f, a, a, a); }

u64 invalid(MODE, format f, bool sign)
{
    fp->flags |= INVALID;
    return made_nan(fp, f, sign);
}

/* Shifts the leading bit to a fixed position.  Zero gets the smallest exponent. */
INLINE struct number level(bool slim, struct number n)
{
    const int shift = n.significand ? (slim ? SLIM_TOP : WIDE_TOP) - highest(slim, n.significand) : 0;
    return (struct number){ n.sign, n.significand ? n.exponent - shift : NOWHERE, left(slim, n.significand, shift) };
}

INLINE struct number shifted(bool slim, struct number n, int by)
{ return (struct number){ n.sign, n.exponent - by, left(slim, n.significand, by) }; }

/* (x + y) * 2^scale.  Both operands have free bits below.  A shift loses bits only if at most one leading bit cancels,
   or far below the smallest subnormal.  An operand has another position only if its exponent is the smallest. */
INLINE u64 sum(MODE, format f, bool slim, struct number x, struct number y, int scale)
{
    if (x.exponent < y.exponent || (x.exponent == y.exponent && x.significand < y.significand)) {
        const struct number t = x;
        x = y;
        y = t;
    }
    y.significand = right_sticky(slim, y.significand, x.exponent - y.exponent);
    /* less: only if x is not in that position */
    const bool subtract = x.sign != y.sign, less = x.significand < y.significand;
    u128 s = subtract ? x.significand - y.significand : x.significand + y.significand;
    if (RARE(subtract && less)) s = y.significand - x.significand;
    if (RARE(s == 0)) return signed_(f, subtract ? fp->round[f.set] == DOWN : x.sign, 0);
    return pack(fp, f, slim, (struct number){ x.sign ^ (subtract && less), x.exponent + scale, slim ? (u64)s : s });
}

/* The product of two normal numbers is already in position.  Its free bits above and below are equal for all
   formats. */
INLINE struct number product(bool slim, struct number x, struct number y)
{
    const u128 p = slim ? (u64)x.significand * (u64)y.significand : x.significand * y.significand;
    return (struct number){ x.sign ^ y.sign, x.exponent + y.exponent, p };
}

/* a * b + c if an operand is infinite or a NaN. */
static u64 fma_special(MODE, format f, u64 a, u64 b, u64 c)
{
    if (is_nan(f, a) || is_nan(f, b) || is_nan(f, c)) return first_nan(fp, f, a, b, c);
    const bool sign = sign_of(f, a) ^ sign_of(f, b), infinite = is_infinite(f, a) || is_infinite(f, b);
    const bool a_zero = !is_infinite(f, a) && unpack(fp, f, a).significand == 0;
    const bool b_zero = !is_infinite(f, b) && unpack(fp, f, b).significand == 0;
    if (!is_infinite(f, c)) (void)unpack(fp, f, c);
    if (infinite && (a_zero || b_zero)) return invalid(fp, f, false);
    if (infinite && is_infinite(f, c) && sign_of(f, c) != sign) return invalid(fp, f, false);
    return signed_(f, infinite ? sign : sign_of(f, c), infinity(f));
}

/* (a * b + c) * 2^scale, rounded once. */
INLINE u64 fma_(MODE, format f, u64 a, u64 b, u64 c, int scale)
{
    if (RARE(is_special(f, a) | is_special(f, b) | is_special(f, c))) return fma_special(fp, f, a, b, c);
    const bool slim = f.fraction <= 23;
    const struct number x = unpack(fp, f, a), y = unpack(fp, f, b), z = unpack(fp, f, c);
    struct number p = product(slim, x, y);
    const bool is_level = p.significand >> (2 * f.fraction);
    p = RARE(!is_level) ? level(slim, p) : shifted(slim, p, slim ? SLIM_ROOM : WIDE_ROOM);
    return sum(fp, f, slim, p, shifted(slim, z, f.fraction + (slim ? SLIM_ROOM : WIDE_ROOM)), scale);
}

INLINE u64 add(MODE, format f, u64 a, u64 b)
{
    if (RARE(is_special(f, a) | is_special(f, b))) return fma_special(fp, f, a, one(f), b);
    const struct number x = unpack(fp, f, a), y = unpack(fp, f, b);
    return sum(fp, f, true, shifted(true, x, ADD_ROOM), shifted(true, y, ADD_ROOM), 0);
}

INLINE u64 mul(MODE, format f, u64 a, u64 b)
{
    if (RARE(is_special(f, a) | is_special(f, b)))
        return fma_special(fp, f, a, b, signed_(f, sign_of(f, a) ^ sign_of(f, b), 0));
    const bool slim = f.fraction <= 23;
    const struct number x = unpack(fp, f, a), y = unpack(fp, f, b);
    return pack_or_zero(fp, f, slim, product(slim, x, y));
}

/* Quotients and roots use wide integers in every format.  They return 63 significant bits. */
static struct number shortened(struct number n)
{
    const int drop = highest(false, n.significand) - 62;
    if (drop > 0) n = (struct number){ n.sign, n.exponent + drop, right_sticky(false, n.significand, drop) };
    return n;
}

static u64 narrow_root(u64 x)
{
    u64 rest = 0, r = 0;
    for (int i = 62; i >= 0; i -= 2) {
        rest = rest << 2 | (x >> i & 3);
        const u64 trial = r << 2 | 1, fits = rest >= trial;
        rest -= trial & -fits;
        r = r << 1 | fits;
    }
    return r;
}

/* Computes the root of the upper half.  One step of long division gives the lower 32 bits, which may be slightly too
   large. */
u64 root(u128 x, bool *exact)
{
    const u64 high = (u64)(x >> 64), r = narrow_root(high);
    u64 s = (r << 32) + (u64)(((u128)(high - r * r) << 32 | (u64)x >> 32) / (2 * r));
    while ((u128)s * s > x) s--;
    *exact = (u128)s * s == x;
    return s;
}

/* The root of a negative number is a negative NaN, 0xffc00000 (RDNA3 ISA, V_SQRT_F32). */
static u64 square_root(MODE, format f, u64 a)
{
    if (is_nan(f, a)) return pass_nan(fp, f, a);
    if (is_infinite(f, a)) return sign_of(f, a) ? invalid(fp, f, true) : a;
    struct number n = unpack(fp, f, a);
    if (n.significand == 0) return signed_(f, n.sign, 0);
    if (n.sign) return invalid(fp, f, true);
    bool exact;
    /* leading bit at 125: the root has 63 bits */
    n = level(false, n);
    if (n.exponent & 1) { n.exponent--; n.significand <<= 1; }
    const u64 r = root(n.significand, &exact);
    return pack(fp, f, true, shortened((struct number){ false, n.exponent / 2 - 1, (u128)r << 1 | !exact }));
}

/* Rounds to an integral float.  This never raises INEXACT. */
static u64 integral(MODE, format f, u64 a, int rounding)
{
    bool inexact;
    if (is_nan(f, a)) return pass_nan(fp, f, a);
    if (is_infinite(f, a)) return a;
    struct number n = unpack(fp, f, a);
    if (n.significand == 0) return signed_(f, n.sign, 0);
    if (n.exponent >= 0) return a;
    n.significand = round_off(rounding, (u64)n.significand, -n.exponent, n.sign, &inexact);
    n.exponent = 0;
    return pack_or_zero(fp, f, true, n);
}

static u64 fract(MODE, format f, u64 a)
{
    const u64 whole = integral(fp, f, a, DOWN);
    const u64 r = is_nan(f, a) ? whole : add(fp, f, a, whole ^ signed_(f, true, 0));
    return !is_nan(f, r) && !sign_of(f, r) && r >= one(f) ? one(f) - 1 : r;
}

static u64 scale(MODE, format f, u64 a, i32 n)
{
    if (is_nan(f, a)) return pass_nan(fp, f, a);
    if (is_infinite(f, a)) return a;
    struct number x = unpack(fp, f, a);
    x.exponent += n < -FAR ? -FAR : n > FAR ? FAR : n;
    return pack_or_zero(fp, f, true, x);
}

/* A NaN is returned unchanged; under IEEE a signalling NaN is made quiet (RDNA3 ISA, V_FREXP_MANT_F32 and 3.4.2). */
static u64 mantissa(MODE, format f, u64 a)
{
    if (is_nan(f, a)) { (void)pass_nan(fp, f, a); return a; }
    if (is_infinite(f, a)) return a;
    struct number x = unpack(fp, f, a);
    if (x.significand) x.exponent = -1 - highest(true, x.significand);
    return pack_or_zero(fp, f, true, x);
}

/* For zero the exponent is 0, as in C's frexp(), which the manual cites. */
static int exponent_of(MODE, format f, u64 a)
{
    if (is_nan(f, a)) (void)pass_nan(fp, f, a);
    if (is_special(f, a)) return 0;
    const struct number x = unpack(fp, f, a);
    return x.significand ? x.exponent + highest(true, x.significand) + 1 : 0;
}

/* The output modifier has no effect under IEEE or with output denormals.  Otherwise it flushes, and -0 becomes +0
   (RDNA3 ISA, 7.2.3.1). */
static u64 modify_output(MODE, format f, u64 a, int omod)
{
    if (omod == 0 || fp->ieee || fp->denorm[f.set] & KEEP_OUT || is_nan(f, a)) return a;
    const u64 r = magnitude(f, a) < hidden(f) ? 0 : scale(fp, f, a, omod == 3 ? -1 : omod);
    return magnitude(f, r) ? r : 0;
}

/* A NaN keeps its sign and the upper bits of its payload. */
INLINE u64 convert(MODE, format from, format to, u64 a)
{
    const bool sign = sign_of(from, a);
    if (RARE(is_special(from, a))) {
        if (is_infinite(from, a)) return signed_(to, sign, infinity(to));
        const u64 payload = pass_nan(fp, from, a) & (hidden(from) - 1);
        const int wider = to.fraction - from.fraction;
        return signed_(to, sign, infinity(to) | (wider >= 0 ? payload << wider : payload >> -wider));
    }
    return pack_or_zero(fp, to, true, unpack(fp, from, a));
}

/* a * scale, rounded once. scale is below 2^17 (1 for f64). */
INLINE i64 scaled_integer(MODE, format f, u64 a, u32 scale, int rounding, i64 low, i64 high)
{
    bool inexact = false;
    if (is_nan(f, a)) { fp->flags |= INVALID; return 0; }
    u64 m = ~0ull >> 1;
    if (!is_infinite(f, a)) {
        const struct number n = unpack(fp, f, a);
        const u64 x = (u64)n.significand * scale;
        if (n.exponent < 0) m = round_off(rounding, x, -n.exponent, n.sign, &inexact);
        else if (n.exponent <= 10) m = x << n.exponent;                            /* beyond: 2^33 or more */
    }
    const i64 value = sign_of(f, a) ? -(i64)m : (i64)m, inside = value < low ? low : value > high ? high : value;
    fp->flags |= (u8)(inside != value ? INVALID : inexact ? INEXACT : 0);
    return inside;
}

static i64 to_integer(MODE, format f, u64 a, int rounding, i64 low, i64 high)
{ return scaled_integer(fp, f, a, 1, rounding, low, high); }

/* Maps [-1, 1] or [0, 1] to multiples of 1 / greatest integer, rounded by MODE. */
static i64 normalised(MODE, format f, u64 a, i64 low, i64 high)
{ return scaled_integer(fp, f, a, (u32)high, fp->round[f.set], low, high); }

INLINE u64 from_integer(MODE, format f, i64 n)
{ return pack_or_zero(fp, f, true, (struct number){ n < 0, 0, (u64)(n < 0 ? -n : n) }); }

u64 pack_number(MODE, format f, struct number n) { return pack_or_zero(fp, f, true, n.significand ? shortened(n) : n); }

#define NAMED(T, word, signed__, F, E, S)                                                                  \
    T exact_add_##T(MODE, T a, T b) { return (T){ (word)add(fp, (format){ F, E, S }, a.bits, b.bits) }; }  \
    T exact_mul_##T(MODE, T a, T b) { return (T){ (word)mul(fp, (format){ F, E, S }, a.bits, b.bits) }; }  \
    T exact_fma_##T(MODE, T a, T b, T c)                                                                   \
    { return (T){ (word)fma_(fp, (format){ F, E, S }, a.bits, b.bits, c.bits, 0) }; }                      \
    T fma_scaled_##T(MODE, T a, T b, T c, int n)                                                           \
    { return (T){ (word)fma_(fp, (format){ F, E, S }, a.bits, b.bits, c.bits, n) }; }                      \
    T sqrt_##T(MODE, T a) { return (T){ (word)square_root(fp, (format){ F, E, S }, a.bits) }; }            \
    T exact_integral_##T(MODE, T a, int rounding)                                                          \
    { return (T){ (word)integral(fp, (format){ F, E, S }, a.bits, rounding) }; }                           \
    T exact_fract_##T(MODE, T a) { return (T){ (word)fract(fp, (format){ F, E, S }, a.bits) }; }           \
    T exact_ldexp_##T(MODE, T a, i32 n) { return (T){ (word)scale(fp, (format){ F, E, S }, a.bits, n) }; } \
    T exact_frexp_mant_##T(MODE, T a) { return (T){ (word)mantissa(fp, (format){ F, E, S }, a.bits) }; }   \
    T omod_##T(MODE, T a, int omod) { return (T){ (word)modify_output(fp, (format){ F, E, S }, a.bits, omod) }; }
FLOATS(NAMED)

i16 exact_frexp_exp_f16(MODE, f16 a)                      { return (i16)exponent_of(fp, F16, a.bits); }
i32 exact_frexp_exp_f32(MODE, f32 a)                      { return exponent_of(fp, F32, a.bits); }
i32 frexp_exp_f64(MODE, f64 a)                      { return exponent_of(fp, F64, a.bits); }

f32 exact_cvt_f32_f16(MODE, f16 a)                  { return (f32){ (u32)convert(fp, F16, F32, a.bits) }; }
f16 exact_cvt_f16_f32(MODE, f32 a)                  { return (f16){ (u16)convert(fp, F32, F16, a.bits) }; }
f32 cvt_f32_f64(MODE, f64 a)                        { return (f32){ (u32)convert(fp, F64, F32, a.bits) }; }
f64 cvt_f64_f32(MODE, f32 a)                        { return (f64){ convert(fp, F32, F64, a.bits) }; }
bf16 cvt_bf16_f32(MODE, f32 a)                      { return (bf16){ (u16)convert(fp, F32, BF16, a.bits) }; }

f32 exact_cvt_f32_i32(MODE, i32 n)                  { return (f32){ (u32)from_integer(fp, F32, n) }; }
f32 exact_cvt_f32_u32(MODE, u32 n)                  { return (f32){ (u32)from_integer(fp, F32, n) }; }
f64 cvt_f64_i32(MODE, i32 n)                        { return (f64){ from_integer(fp, F64, n) }; }
f64 cvt_f64_u32(MODE, u32 n)                        { return (f64){ from_integer(fp, F64, n) }; }
f16 exact_cvt_f16_i16(MODE, i16 n)                        { return (f16){ (u16)from_integer(fp, F16, n) }; }
f16 exact_cvt_f16_u16(MODE, u16 n)                        { return (f16){ (u16)from_integer(fp, F16, n) }; }
i32 exact_cvt_i32_f32(MODE, f32 a, int rounding)
{ return (i32)to_integer(fp, F32, a.bits, rounding, INT32_MIN, INT32_MAX); }
u32 exact_cvt_u32_f32(MODE, f32 a, int rounding) { return (u32)to_integer(fp, F32, a.bits, rounding, 0, UINT32_MAX); }
i32 cvt_i32_f64(MODE, f64 a) { return (i32)to_integer(fp, F64, a.bits, TO_ZERO, INT32_MIN, INT32_MAX); }
u32 cvt_u32_f64(MODE, f64 a)                        { return (u32)to_integer(fp, F64, a.bits, TO_ZERO, 0, UINT32_MAX); }
i16 exact_cvt_i16_f16(MODE, f16 a) { return (i16)to_integer(fp, F16, a.bits, TO_ZERO, INT16_MIN, INT16_MAX); }
u16 exact_cvt_u16_f16(MODE, f16 a)                  { return (u16)to_integer(fp, F16, a.bits, TO_ZERO, 0, UINT16_MAX); }
i16 exact_cvt_i16_f32(MODE, f32 a) { return (i16)to_integer(fp, F32, a.bits, TO_ZERO, INT16_MIN, INT16_MAX); }
u16 exact_cvt_u16_f32(MODE, f32 a)                  { return (u16)to_integer(fp, F32, a.bits, TO_ZERO, 0, UINT16_MAX); }
u8 exact_cvt_u8_f32(MODE, f32 a) { return (u8)to_integer(fp, F32, a.bits, fp->round[0], 0, UINT8_MAX); }
i16 exact_cvt_norm_i16_f32(MODE, f32 a)             { return (i16)normalised(fp, F32, a.bits, -INT16_MAX, INT16_MAX); }
u16 exact_cvt_norm_u16_f32(MODE, f32 a)             { return (u16)normalised(fp, F32, a.bits, 0, UINT16_MAX); }
i16 exact_cvt_norm_i16_f16(MODE, f16 a)             { return (i16)normalised(fp, F16, a.bits, -INT16_MAX, INT16_MAX); }
u16 exact_cvt_norm_u16_f16(MODE, f16 a)             { return (u16)normalised(fp, F16, a.bits, 0, UINT16_MAX); }
