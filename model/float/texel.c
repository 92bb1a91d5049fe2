/* Components of memory formats to registers and back, as exact integers. f32 to f16 truncates; all else rounds to
   nearest even (RDNA3 ISA, 9.3.1; errata E-047). */
#include "float_engine.h"
#include "texel.h"

static const format single = { 23, 8, 0 }, half_ = { 10, 5, 1 };
enum {
    PLACES = 64,                                                  /* fraction bits of a quotient before rounding */
    TINY = 62,                                                    /* no product with a larger shift is near 1 */
    FARTHEST = 15, /* 24 bits times 24 bits fit i64; products with a larger shift exceed every integer */
};

static u32 ones_of(u32 bits)             { return bits < 32 ? (1u << bits) - 1 : ~0u; }
static i64 sign_extended(u32 bits, u32 x) { return (i64)((u64)x << (64 - bits)) >> (64 - bits); }

static u64 converted(format from, format to, u32 x, u8 rounding)
{
    struct fp mode = { .round = { rounding, rounding }, .denorm = { 3, 3 } }, *fp = &mode;
    if (is_nan(from, x)) {
        const int shift = to.fraction - from.fraction;
        const u64 fraction = (x & (hidden(from) - 1)) | quiet_bit(from);
        return signed_(to, sign_of(from, x), infinity(to) | (shift > 0 ? fraction << shift : fraction >> -shift));
    }
    if (is_infinite(from, x)) return signed_(to, sign_of(from, x), infinity(to));
    return pack_number(fp, to, unpack(fp, from, x));
}

static u32 quieted(u32 x)    { return is_nan(half_, x) ? x | (u32)quiet_bit(half_) : x; }
static u32 truncated(u32 x)  { return (u32)converted(single, half_, x, TO_ZERO); }
static u32 widened(u32 x)    { return (u32)converted(half_, single, x, NEAREST); }

/* ---- loads ---- */

static u32 quotient(i64 x, u64 divisor, bool half)
{
    struct fp mode = { .denorm = { 3, 3 } };
    const u128 dividend = (u128)(u64)(x < 0 ? -x : x) << PLACES;
    const struct number n = { x < 0, -PLACES, dividend / divisor | (dividend % divisor != 0) };
    return (u32)pack_number(&mode, half ? half_ : single, n);
}

static u32 integer(i64 x, bool half, bool is_signed, bool *open)
{
    if (half) *open |= is_signed ? x != (i16)x : x != (u16)x;
    return half ? (u16)x : (u32)x;
}

static u32 floating(u32 bits, u32 x, bool half)
{
    if (bits == 32) return half ? truncated(x) : x;
    if (bits == 16) return half ? x : widened(x);
    const u32 small = x << (15 - bits);                           /* 11 and 10 bits: no sign, fewer fraction bits */
    return half ? quieted(small) : widened(small);
}

u32 texel_to_register(enum number_format how, u32 bits, u32 x, bool half, bool *open)
{
    const i64 number = sign_extended(bits, x), most = (i64)(ones_of(bits) >> 1);
    switch (how) {
    case UNORM:    return quotient(x, ones_of(bits), half);
    case SNORM:    return quotient(number < -most ? -most : number, (u64)most, half);
    case USCALED:  return quotient(x, 1, half);
    case SSCALED:  return quotient(number, 1, half);
    case UNSIGNED: return integer(x, half, false, open);
    case SIGNED:   return integer(number, half, true, open);
    case SRGB:     return half ? truncated(srgb_to_linear(x)) : srgb_to_linear(x);
    default:       return floating(bits, x, half);
    }
}

/* Exact in both formats. */
u32 texel_shared_to_register(u32 exponent, u32 fraction, bool half)
{
    struct fp mode = { .denorm = { 3, 3 } };
    return (u32)pack_number(&mode, half ? half_ : single, (struct number){ 0, (int)exponent - 24, fraction });
}

/* ---- stores ---- */

/* The integer nearest to value * scale, even on ties.  A NaN gives 0.  Values beyond `least_` and `most` give those. */
static i64 nearest(u32 x, u32 scale, i64 least_, i64 most, bool half)
{
    const format f = half ? half_ : single;
    struct fp mode = { .denorm = { 3, 3 } }, *fp = &mode;
    if (is_nan(f, x)) return 0;
    if (is_infinite(f, x)) return sign_of(f, x) ? least_ : most;
    const struct number n = unpack(fp, f, x);
    const u64 product = (u64)n.significand * scale;
    const int right = -n.exponent;
    u64 whole;
    if (right <= 0) whole = -right > FARTHEST ? ~0ull >> 1 : product << -right;
    else if (right > TINY) whole = 0;
    else {
        const u64 rest = product & ((1ull << right) - 1), middle = 1ull << (right - 1);
        whole = product >> right;
        whole += rest > middle || (rest == middle && whole & 1);
    }
    const i64 value = n.sign ? -(i64)whole : (i64)whole;
    return value < least_ ? least_ : value > most ? most : value;
}

static u32 narrowed(u32 bits, u32 x, bool half)
{
    if (bits == 32) return half ? widened(x) : x;
    if (bits == 16) return half ? x : truncated(x);
    const u32 small = half ? quieted(x) : truncated(x);
    return small >> 15 && !is_nan(half_, small) ? 0 : (small & 0x7fff) >> (15 - bits);
}

static u32 fitted(u32 bits, u32 x, bool half, bool is_signed, bool *open)
{
    const i64 value = half ? (is_signed ? (i64)(i16)x : (i64)(u16)x) : is_signed ? (i64)(i32)x : (i64)x;
    *open |= is_signed ? value != sign_extended(bits, (u32)value) : value > (i64)ones_of(bits);
    return (u32)value & ones_of(bits);
}

u32 texel_from_register(enum number_format how, u32 bits, u32 x, bool half, bool *open)
{
    const u32 all = ones_of(bits);
    const i64 most = (i64)(all >> 1);
    switch (how) {
    case UNORM:    return (u32)nearest(x, all, 0, all, half);
    case SNORM:    return (u32)nearest(x, all >> 1, -most, most, half) & all;
    case USCALED:  return (u32)nearest(x, 1, 0, all, half);
    case SSCALED:  return (u32)nearest(x, 1, -most - 1, most, half) & all;
    case UNSIGNED: return fitted(bits, x, half, false, open);
    case SIGNED:   return fitted(bits, x, half, true, open);
    case SRGB:     return linear_to_srgb(half ? widened(x) : x);
    default:       return narrowed(bits, x, half);
    }
}

/* ---- formats with a shared exponent ---- */

/* For nonnegative f32 in the range of the format: fraction / 2^9 * 2^(exponent - 15). */
static u32 shared_fraction(u32 x, u32 exponent)
{
    enum { BIAS = 126, PLACE = 23, NOTHING_LEFT = 30 };
    const u32 own = x >> PLACE, right = BIAS + exponent - (own ? own : 1),
              significand = (x & ((1u << PLACE) - 1)) | (own ? 1u << PLACE : 0);
    return right > NOTHING_LEFT ? 0 : (significand + (1u << (right - 1))) >> right;
}

/* As in EXT_texture_shared_exponent: the largest component selects the exponent, plus one if it rounds up to 2^9.  Ties
   round up (errata E-263). */
u32 texel_to_shared(const u32 *value, bool half)
{
    enum { PLACE = 23, LEAST = 127 - 16, BITS = 9, GREATEST = 0x477f8000 };
    u32 x[3], most = 0;
    for (u32 k = 0; k < 3; k++) {
        const u32 f = half ? widened(value[k]) : value[k];
        x[k] = sign_of(single, f) || is_nan(single, f) ? 0 : f < GREATEST ? f : GREATEST;
        if (x[k] > most) most = x[k];
    }
    u32 exponent = most >> PLACE > LEAST ? (most >> PLACE) - LEAST : 0;
    exponent += shared_fraction(most, exponent) >> BITS;
    return shared_fraction(x[0], exponent) | shared_fraction(x[1], exponent) << BITS |
           shared_fraction(x[2], exponent) << 2 * BITS | exponent << 3 * BITS;
}
