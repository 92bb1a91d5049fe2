/* Steps of division, of argument reduction, and of cube map lookup, for one lane (RDNA3 ISA, 16.12; Vega ISA, VOP3). */
#include "float.h"
#include "float_engine.h"
#include "pipeline.h"
#include "rows_valu_divide.h"

/* ---- division ---- */

/* Constants of a format for the three steps. far: exponents with at least this difference need scaling by 2^scale.
   tiny: so does a numerator with at most this exponent field. least: beyond this difference a quotient is below half of
   any number. */
struct division { format f; int far, scale, tiny, least; };
enum { LONG_TOP = 126 };                               /* the highest position for the leading bit of a dividend */
static const struct division SINGLE = { { 23, 8, 0 }, 96, 64, 23, -150 },
                             DOUBLE = { { 52, 11, 1 }, 768, 128, 53, -1075 };

static int exponent_field(format f, u64 x)   { return (int)(x >> f.fraction) & top(f); }
static u64 fraction_field(format f, u64 x)   { return x & (hidden(f) - 1); }
static bool is_subnormal(format f, u64 x)    { return exponent_field(f, x) == 0 && fraction_field(f, x) != 0; }
static u64 kept(MODE, format f, u64 x)
{ return is_subnormal(f, x) && !(fp->denorm[f.set] & KEEP_IN) ? signed_(f, sign_of(f, x), 0) : x; }

/* Is the number nearest to 1 / x subnormal?  It is for |x| > 2^(bias - 1). */
static bool reciprocal_is_subnormal(format f, u64 x)
{
    return !is_special(f, x) &&
           (exponent_field(f, x) == top(f) - 1 || (exponent_field(f, x) == top(f) - 2 && fraction_field(f, x)));
}

struct scaled { int by; bool flag; };

/* The scale factor of this operand, and whether the quotient must be scaled back. tiny: the number nearest to the
   quotient is subnormal, or 0 where V_DIV_FIXUP does not detect it.  The conditions and their order are the manual's;
   errata E-118 lists corrections. */
static struct scaled scaling(const struct division *k, bool denominator, bool numerator, bool tiny, u64 d, u64 n)
{
    const format f = k->f;
    const int apart = exponent_field(f, n) - exponent_field(f, d);
    if (apart >= k->far)                                return (struct scaled){ denominator ? k->scale : 0, true };
    if (is_subnormal(f, d))                             return (struct scaled){ k->scale, false };
    if (reciprocal_is_subnormal(f, d) && tiny)          return (struct scaled){ denominator ? -k->scale : 0, true };
    if (reciprocal_is_subnormal(f, d))                  return (struct scaled){ -k->scale, false };
    if (tiny)                                           return (struct scaled){ numerator ? k->scale : 0, true };
    if (exponent_field(f, n) > k->tiny)                 return (struct scaled){ 0, false };
    return -apart >= k->far ? (struct scaled){ numerator ? k->scale : 0, true } : (struct scaled){ k->scale, false };
}

static u64 times_power(MODE, format f, u64 x, int by)
{
    if (by == 0 || is_special(f, x)) return is_nan(f, x) ? x | quiet_bit(f) : x;
    struct number n = unpack(fp, f, x);
    n.exponent += by;
    return pack_number(fp, f, n);
}

/* The number nearest to |n / d|, for finite nonzero numbers. */
static u64 nearest_quotient(format f, u64 n, u64 d)
{
    struct fp plain = { .denorm = { KEEP_IN | KEEP_OUT, KEEP_IN | KEEP_OUT } };
    const struct number x = unpack(&plain, f, n), y = unpack(&plain, f, d);
    const int room = LONG_TOP - highest(false, x.significand);
    const u128 quotient = (x.significand << room) / y.significand;
    return pack_number(&plain, f, (struct number){ false, x.exponent - room - y.exponent, quotient });
}

/* Is it subnormal, or 0 where V_DIV_FIXUP does not detect it? */
static bool quotient_is_tiny(const struct division *k, u64 n, u64 d)
{
    if (is_special(k->f, n) || is_special(k->f, d)) return false;
    const u64 quotient = nearest_quotient(k->f, n, d);
    return is_subnormal(k->f, quotient) ||
           (quotient == 0 && exponent_field(k->f, n) - exponent_field(k->f, d) >= k->least);
}

/* An operand of a division, scaled so that no step has a subnormal number.  It raises nothing, because V_DIV_FIXUP
   does. */
static u64 prescaled(MODE, const struct division *k, u64 x, u64 d, u64 n, bool *flag)
{
    struct fp quiet = *fp;
    *flag = true;
    if (magnitude(k->f, d) == 0 || magnitude(k->f, n) == 0) return invalid(&quiet, k->f, false);
    const struct scaled s = scaling(k, x == d, x == n, quotient_is_tiny(k, n, d), d, n);
    *flag = s.flag;
    return times_power(&quiet, k->f, x, s.by);
}

/* A source with MODE's denormal setting applied. */
static f32  entering_f32(MODE, f32 a)  { return (f32){ (u32)kept(fp, SINGLE.f, a.bits) }; }
static f64  entering_f64(MODE, f64 a)  { return (f64){ kept(fp, DOUBLE.f, a.bits) }; }

/* Rows (float_fast.h): normal operands are not scaled if their exponents are close and far from the limits. */
INLINE struct f32_co unscaled(MODE, f32 a, f32 d, f32 n)
{
    const i32 of_a = (i32)(magnitude_f32(a) >> 23), of_d = (i32)(magnitude_f32(d) >> 23),
              of_n = (i32)(magnitude_f32(n) >> 23);
    fp->odd |= !((of_a > 0) & (of_a < 255) & (of_d > 0) & (of_d < 253) & (of_n > 23) & (of_n < 255) &
                 (of_n - of_d < 96) & (of_d - of_n < 96));
    return (struct f32_co){ a, false };
}
static struct f32_co v_div_scale_f32(MODE, f32 a, f32 d, f32 n)
{
    if (fp->fast) return unscaled(fp, a, d, n);
    bool flag;
    a = entering_f32(fp, a), d = entering_f32(fp, d), n = entering_f32(fp, n);
    const u64 r = prescaled(fp, &SINGLE, a.bits, d.bits, n.bits, &flag);
    return (struct f32_co){ { (u32)r }, flag };
}
static struct f64_co v_div_scale_f64(MODE, f64 a, f64 d, f64 n)
{
    bool flag;
    a = entering_f64(fp, a), d = entering_f64(fp, d), n = entering_f64(fp, n);
    const u64 r = prescaled(fp, &DOUBLE, a.bits, d.bits, n.bits, &flag);
    return (struct f64_co){ { r }, flag };
}

/* The last multiply-add of a division, scaled back if V_DIV_SCALE requested it: up if the addend, the previous
   quotient, is at least 2, else down.  It rounds once; sources keep their subnormals (RDNA3 ISA, V_DIV_FMAS_F32; errata
   E-117). */
INLINE int scale_back(const struct division *k, u64 quotient, bool scaled)
{ return !scaled ? 0 : exponent_field(k->f, quotient) > bias(k->f) ? k->scale : -k->scale; }
INLINE struct fp with_subnormals(MODE, format f)
{
    struct fp own = *fp;
    own.denorm[f.set] |= KEEP_IN;
    return own;
}
static f32  v_div_fmas_f32(MODE, f32 a, f32 b, f32 c, bool scaled)
{
    struct fp own = with_subnormals(fp, SINGLE.f);
    const int by = scale_back(&SINGLE, c.bits, scaled);
    /* in rows from normal to normal, so exact */
    const f32 r = fp->fast ? ldexp_f32(&own, fma_f32(&own, a, b, c), by) : fma_scaled_f32(&own, a, b, c, by);
    fp->flags = own.flags;
    fp->odd |= own.odd;
    return r;
}
static f64  v_div_fmas_f64(MODE, f64 a, f64 b, f64 c, bool scaled)
{
    struct fp own = with_subnormals(fp, DOUBLE.f);
    const f64 r = fma_scaled_f64(&own, a, b, c, scale_back(&DOUBLE, c.bits, scaled));
    fp->flags = own.flags;
    return r;
}

/* The result for a number too large or too small for the format.  Earlier steps have raised its exceptions. */
static u64 beyond(MODE, format f, bool sign, bool great)
{
    struct fp quiet = *fp;
    return pack_number(&quiet, f, (struct number){ sign, great ? FAR : -FAR, 1 });
}

/* The quotient of ordinary operands, with their sign.  Values out of range of the steps have become an infinity or a
   NaN. */
static u64 plain_quotient(MODE, const struct division *k, u64 q, u64 d, u64 n, bool sign)
{
    const format f = k->f;
    if (k->scale && exponent_field(f, n) - exponent_field(f, d) < k->least) return beyond(fp, f, sign, false);
    if (k->scale && is_special(f, q)) return beyond(fp, f, sign, true);
    if (is_nan(f, q)) q = pass_nan(fp, f, q);
    const bool flushed = is_subnormal(f, q) && (fp->denorm[f.set] & (KEEP_IN | KEEP_OUT)) != (KEEP_IN | KEEP_OUT);
    return signed_(f, sign, flushed ? 0 : magnitude(f, q));
}

/* RDNA3 ISA, V_DIV_FIXUP_F32: special cases of n / d, and the exceptions of the division. */
static u64 fixed_up(MODE, const struct division *k, u64 q, u64 d, u64 n)
{
    const format f = k->f;
    const bool sign = sign_of(f, d) ^ sign_of(f, n), zero = magnitude(f, kept(fp, f, d)) == 0,
               nothing = magnitude(f, kept(fp, f, n)) == 0;
    if (is_nan(f, n) || is_nan(f, d)) {
        if (is_nan(f, d)) (void)pass_nan(fp, f, d);
        return pass_nan(fp, f, is_nan(f, n) ? n : d);
    }
    raise_if(fp, (is_subnormal(f, d) && !zero) || (is_subnormal(f, n) && !nothing), DENORMAL_IN);
    if (zero && nothing) return invalid(fp, f, true);
    if (is_infinite(f, d) && is_infinite(f, n)) return invalid(fp, f, true);
    raise_if(fp, zero && !is_infinite(f, n), DIV_BY_ZERO);
    if (zero || is_infinite(f, n)) return signed_(f, sign, infinity(f));
    if (is_infinite(f, d) || nothing) return signed_(f, sign, 0);
    return plain_quotient(fp, k, q, d, n, sign);
}

/* Rows (float_fast.h): for normal operands and a normal quotient only the sign matters. */
#define PLAIN_FIXUP(T, word, F, E) \
    INLINE T plain_fixup_##T(MODE, T q, T d, T n) \
    { \
        const i32 of_q = magnitude_##T(q) >> F, of_d = magnitude_##T(d) >> F, of_n = magnitude_##T(n) >> F, \
                  most = (1 << E) - 1; \
        fp->odd |= !((of_q > 0) & (of_q < most) & (of_d > 0) & (of_d < most) & (of_n > 0) & (of_n < most) & \
                     (of_d - of_n < 150)); \
        return (T){ (word)(magnitude_##T(q) | ((d.bits ^ n.bits) & sign_of_##T)) }; \
    }
PLAIN_FIXUP(f16, u16, 10, 5)
PLAIN_FIXUP(f32, u32, 23, 8)

static const struct division HALF = { { 10, 5, 1 }, 0, 0, 0, 0 };                /* never scaled */
static f16  v_div_fixup_f16(MODE, f16 q, f16 d, f16 n)
{ return fp->fast ? plain_fixup_f16(fp, q, d, n) : (f16){ (u16)fixed_up(fp, &HALF, q.bits, d.bits, n.bits) }; }
static f32  v_div_fixup_f32(MODE, f32 q, f32 d, f32 n)
{ return fp->fast ? plain_fixup_f32(fp, q, d, n) : (f32){ (u32)fixed_up(fp, &SINGLE, q.bits, d.bits, n.bits) }; }
static f64 v_div_fixup_f64(MODE, f64 q, f64 d, f64 n) { return (f64){ fixed_up(fp, &DOUBLE, q.bits, d.bits, n.bits) }; }

/* ---- argument reduction ---- */

/* The first 1201 bits of 2 / pi after the point, then zeros up to the end of the last segment. */
enum { SEGMENTS = 32, SEGMENT = 53, LAST_BIT = SEGMENTS * SEGMENT + 2047 - 1077 };
static const u64 TWO_BY_PI[LAST_BIT / 64 + 2] = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
    0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4,
    0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b0000,
};

/* Bits of 2 / pi from `first` on: one segment. */
static u64 pi_segment(int first)
{
    const int word = first / 64, shift = first % 64;
    const u64 high = TWO_BY_PI[word] << shift, low = shift ? TWO_BY_PI[word + 1] >> (64 - shift) : 0;
    return (high | low) >> 11;
}

/* A segment of 2 / pi.  Larger arguments use later bits, because earlier ones give whole turns.  It rounds to zero, and
   scales up where the result would be subnormal (RDNA3 ISA, V_TRIG_PREOP_F64). */
static f64  v_trig_preop_f64(MODE, f64 a, u32 segment)
{
    const int exponent = (int)(a.bits >> 52) & 0x7ff,
              first = (int)(segment & 31) * SEGMENT + (exponent > 1077 ? exponent - 1077 : 0);
    struct fp zero = *fp;
    zero.round[1] = TO_ZERO;
    const struct number n = { false, -SEGMENT - first + (exponent >= 1968 ? 128 : 0), pi_segment(first) };
    const f64 r = { pack_number(&zero, DOUBLE.f, n) };
    fp->flags = zero.flags;
    return r;
}

/* ---- cube maps ---- */

/* The axis of the largest of x, y, z.  Among equals it is the later one; if one is a NaN, the earlier one.  There are
   no jumps, for rows. */
struct axis { bool y, z; };
INLINE bool at_least(MODE, f32 a, f32 b)
{
    const bool less = less_f32(fp, a, b), nan_a = is_nan_f32(a), nan_b = is_nan_f32(b);
    return !less & !(!fp->numbers && (nan_a | nan_b));
}

INLINE struct axis major(MODE, f32 x, f32 y, f32 z)
{
    x = abs_f32(x), y = abs_f32(y), z = abs_f32(z);
    const bool over_x = at_least(fp, z, x), over_y = at_least(fp, z, y), second = at_least(fp, y, x);
    return (struct axis){ second & !(over_x & over_y), over_x & over_y };
}

static const f32 unit = { 0x3f800000 };
INLINE f32  chosen(struct axis m, f32 x, f32 y, f32 z)   { return choose_f32(m.z, z, choose_f32(m.y, y, x)); }
INLINE bool below_zero(MODE, f32 a)                      { return less_f32(fp, a, (f32){ 0 }); }
/* A component as a result: flushed and quieted. */
INLINE f32  component(MODE, f32 a, bool negative)
{
    if (fp->numbers) return choose_f32(negative, neg_f32(a), a);
    const f32 x = source_f32(fp, a), r = choose_f32(subnormal_f32(x) & !(fp->denorm[0] & KEEP_OUT),
                                                    (f32){ x.bits & 0x80000000 }, quiet_f32(x));
    raise_if(fp, is_snan_f32(x), INVALID);
    return choose_f32(negative, neg_f32(r), r);
}

static f32  v_cubeid_f32(MODE, f32 x, f32 y, f32 z)
{
    const struct axis m = major(fp, x, y, z);
    return small_f32(fp, 4 * m.z + 2 * m.y + below_zero(fp, chosen(m, x, y, z)));
}
static f32  v_cubesc_f32(MODE, f32 x, f32 y, f32 z)
{
    const struct axis m = major(fp, x, y, z);
    const bool below = below_zero(fp, chosen(m, x, unit, z));
    return component(fp, choose_f32(m.y | m.z, x, z), below ^ !(m.y | m.z));
}
static f32  v_cubetc_f32(MODE, f32 x, f32 y, f32 z)
{
    const struct axis m = major(fp, x, y, z);
    return component(fp, choose_f32(m.y, z, y), !m.y | below_zero(fp, choose_f32(m.y, y, unit)));
}
static f32  v_cubema_f32(MODE, f32 x, f32 y, f32 z)
{ return mul_f32(fp, chosen(major(fp, x, y, z), x, y, z), (f32){ 0x40000000 }); }

/* Lighting: zero times anything is zero, and unlit values give the smallest number (RDNA3 ISA, V_MULLIT_F32).  Unused
   operands become a number that raises nothing. */
static f32  v_mullit_f32(MODE, f32 a, f32 b, f32 c)
{
    const f32 least_number = { 0xff7fffff }, nothing = { 0 };
    const bool nan_b = !fp->numbers && is_nan_f32(b), nan_c = !fp->numbers && is_nan_f32(c),
               unlit = (b.bits == least_number.bits) | (b.bits == 0xff800000) | nan_b | nan_c;
    const bool lit = less_f32(fp, nothing, choose_f32(unlit, unit, c)), dark = unlit | !lit;
    const bool no_a = dark | is_zero_f32(source_f32(fp, choose_f32(dark, nothing, a)));
    const bool zero = no_a | is_zero_f32(source_f32(fp, choose_f32(no_a, nothing, b)));
    return choose_f32(dark, least_number, mul_f32(fp, choose_f32(zero, nothing, a), choose_f32(zero, nothing, b)));
}

#include "rows_valu_divide.inc"
