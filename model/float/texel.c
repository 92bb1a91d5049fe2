/* Components of memory formats to registers and back, as exact integers: f32 becomes f16 by truncation, whatever else
   is rounded to nearest even (RDNA3 ISA, 9.3.1; errata E-047). */
#include "float_engine.h"
#include "texel.h"

static const format single = { 23, 8, 0 }, half_ = { 10, 5, 1 };
enum {
    PLACES = 64,                                                  /* of a quotient, before it is rounded */
    TINY = 62,                                                    /* no product that is shifted by more is near 1 */
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

/* Components of 8 bits in sRGB, as the f32 next to (c / 12.92), or ((c + 0.055) / 1.055) ^ 2.4 above 0.04045. */
static const u32 linear[256] = {
    0x00000000, 0x399f22b4, 0x3a1f22b4, 0x3a6eb40e, 0x3a9f22b4, 0x3ac6eb61, 0x3aeeb40e, 0x3b0b3e5d, 0x3b1f22b4,
    0x3b33070a, 0x3b46eb61, 0x3b5b518e, 0x3b70f18f, 0x3b83e1c6, 0x3b8fe616, 0x3b9c87fd, 0x3ba9c9b6, 0x3bb7ad6f,
    0x3bc6354a, 0x3bd56360, 0x3be539c1, 0x3bf5ba71, 0x3c0373b6, 0x3c0c6153, 0x3c15a705, 0x3c1f45be, 0x3c293e6b,
    0x3c3391f7, 0x3c3e4149, 0x3c494d44, 0x3c54b6c9, 0x3c607eb4, 0x3c6ca5df, 0x3c792d22, 0x3c830aa9, 0x3c89af9f,
    0x3c9085dc, 0x3c978dc6, 0x3c9ec7c2, 0x3ca63433, 0x3cadd37d, 0x3cb5a602, 0x3cbdac21, 0x3cc5e63a, 0x3cce54ac,
    0x3cd6f7d5, 0x3cdfd010, 0x3ce8ddba, 0x3cf2212d, 0x3cfb9ac3, 0x3d02a56a, 0x3d0798dd, 0x3d0ca7e6, 0x3d11d2af,
    0x3d171964, 0x3d1c7c30, 0x3d21fb3c, 0x3d2796b2, 0x3d2d4ebb, 0x3d332381, 0x3d39152b, 0x3d3f23e4, 0x3d454fd2,
    0x3d4b991d, 0x3d51ffec, 0x3d588468, 0x3d5f26b6, 0x3d65e6fd, 0x3d6cc563, 0x3d73c20e, 0x3d7add24, 0x3d810b65,
    0x3d84b793, 0x3d88732e, 0x3d8c3e48, 0x3d9018f4, 0x3d940344, 0x3d97fd49, 0x3d9c0715, 0x3da020ba, 0x3da44a4a,
    0x3da883d6, 0x3daccd6f, 0x3db12727, 0x3db5910f, 0x3dba0b38, 0x3dbe95b3, 0x3dc33090, 0x3dc7dbe0, 0x3dcc97b4,
    0x3dd1641d, 0x3dd6412b, 0x3ddb2eee, 0x3de02d76, 0x3de53cd4, 0x3dea5d18, 0x3def8e51, 0x3df4d090, 0x3dfa23e5,
    0x3dff885e, 0x3e027f06, 0x3e05427f, 0x3e080ea2, 0x3e0ae377, 0x3e0dc104, 0x3e10a753, 0x3e13966a, 0x3e168e51,
    0x3e198f0f, 0x3e1c98ac, 0x3e1fab30, 0x3e22c6a1, 0x3e25eb07, 0x3e29186a, 0x3e2c4ed0, 0x3e2f8e42, 0x3e32d6c5,
    0x3e362862, 0x3e39831f, 0x3e3ce703, 0x3e405417, 0x3e43ca60, 0x3e4749e6, 0x3e4ad2af, 0x3e4e64c3, 0x3e520029,
    0x3e55a4e7, 0x3e595305, 0x3e5d0a89, 0x3e60cb7a, 0x3e6495df, 0x3e6869be, 0x3e6c471f, 0x3e702e07, 0x3e741e7e,
    0x3e78188b, 0x3e7c1c33, 0x3e8014bf, 0x3e822039, 0x3e84308b, 0x3e8645b8, 0x3e885fc3, 0x3e8a7eb0, 0x3e8ca281,
    0x3e8ecb3b, 0x3e90f8df, 0x3e932b72, 0x3e9562f6, 0x3e979f6f, 0x3e99e0e0, 0x3e9c274c, 0x3e9e72b6, 0x3ea0c321,
    0x3ea31890, 0x3ea57307, 0x3ea7d288, 0x3eaa3716, 0x3eaca0b6, 0x3eaf0f68, 0x3eb18332, 0x3eb3fc15, 0x3eb67a14,
    0x3eb8fd34, 0x3ebb8576, 0x3ebe12de, 0x3ec0a56e, 0x3ec33d2a, 0x3ec5da14, 0x3ec87c30, 0x3ecb2380, 0x3ecdd008,
    0x3ed081ca, 0x3ed338c9, 0x3ed5f508, 0x3ed8b68a, 0x3edb7d52, 0x3ede4963, 0x3ee11abf, 0x3ee3f169, 0x3ee6cd65,
    0x3ee9aeb5, 0x3eec955b, 0x3eef815c, 0x3ef272b8, 0x3ef56974, 0x3ef86593, 0x3efb6716, 0x3efe6e00, 0x3f00bd2b,
    0x3f02460c, 0x3f03d1a5, 0x3f055ff7, 0x3f06f104, 0x3f0884cd, 0x3f0a1b54, 0x3f0bb499, 0x3f0d509f, 0x3f0eef65,
    0x3f1090ef, 0x3f12353d, 0x3f13dc50, 0x3f15862a, 0x3f1732cc, 0x3f18e237, 0x3f1a946e, 0x3f1c4970, 0x3f1e0140,
    0x3f1fbbde, 0x3f21794d, 0x3f23398c, 0x3f24fc9f, 0x3f26c285, 0x3f288b41, 0x3f2a56d2, 0x3f2c253c, 0x3f2df67f,
    0x3f2fca9c, 0x3f31a194, 0x3f337b6a, 0x3f35581d, 0x3f3737b0, 0x3f391a24, 0x3f3aff7a, 0x3f3ce7b2, 0x3f3ed2cf,
    0x3f40c0d2, 0x3f42b1bc, 0x3f44a58e, 0x3f469c49, 0x3f4895ef, 0x3f4a9280, 0x3f4c91ff, 0x3f4e946c, 0x3f5099c9,
    0x3f52a216, 0x3f54ad56, 0x3f56bb88, 0x3f58ccaf, 0x3f5ae0cc, 0x3f5cf7df, 0x3f5f11ea, 0x3f612eef, 0x3f634eee,
    0x3f6571e9, 0x3f6797e0, 0x3f69c0d5, 0x3f6becca, 0x3f6e1bbf, 0x3f704db5, 0x3f7282ae, 0x3f74baab, 0x3f76f5ae,
    0x3f7933b6, 0x3f7b74c6, 0x3f7db8de, 0x3f800000,
};

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
    const u32 small = x << (15 - bits);                           /* 11 and 10 bits: no sign, fewer places */
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
    case SRGB:     return half ? truncated(linear[x]) : linear[x];                 /* 8 bits */
    default:       return floating(bits, x, half);
    }
}

/* Exact in either format. */
u32 texel_shared_to_register(u32 exponent, u32 fraction, bool half)
{
    struct fp mode = { .denorm = { 3, 3 } };
    return (u32)pack_number(&mode, half ? half_ : single, (struct number){ 0, (int)exponent - 24, fraction });
}

/* ---- stores ---- */

/* The integer next to value * scale, even where two are; a NaN is 0, beyond `most` and `least_` those. */
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
    if (right <= 0) whole = -right > 20 ? ~0ull >> 1 : product << -right;
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
    default:       return narrowed(bits, x, half);
    }
}
