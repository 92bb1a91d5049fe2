/* Dot products with NEG as sign selection, and dot products of floats, for one lane (RDNA3 ISA, 7.5, 16.10 and 16.12).
   No manual states the order and rounding of float sums.  The value follows the text's order with each step rounded.
   If another reading differs by more than one unit, the lane is undefined (`odd`; errata E-122). */
#include "float.h"
#include "pipeline.h"
#include "rows_valu_dot.h"

static i32 element(u32 x, int at, int bits, bool is_signed)
{
    const u32 up = x << (32 - bits - at);
    return is_signed ? (i32)up >> (32 - bits) : (i32)(up >> (32 - bits));
}

/* NEG[0] and NEG[1] select signed first and second sources (RDNA3 ISA, 7.5). */
static i64 mixed_dot(u32 a, u32 b, i32 c, u32 neg, int bits)
{
    i64 sum = c;
    for (int at = 0; at < 32; at += bits) sum += (i64)element(a, at, bits, neg & 1) * element(b, at, bits, neg & 2);
    return sum;
}
static i64  v_dot4_i32_iu8(b32 a, b32 b, i32 c, u32 neg)           { return mixed_dot(a, b, c, neg, 8); }
static i64  v_dot8_i32_iu4(b32 a, b32 b, i32 c, u32 neg)           { return mixed_dot(a, b, c, neg, 4); }

/* ---- floats ---- */

static bool far(i64 x, i64 y)       { return x - y < -1 || x - y > 1; }
static bool differ_f16(f16 a, f16 b)  { return !(is_nan_f16(a) && is_nan_f16(b)) && far(total_f16(a), total_f16(b)); }
static bool differ_f32(f32 a, f32 b)  { return !(is_nan_f32(a) && is_nan_f32(b)) && far(total_f32(a), total_f32(b)); }
static f32  widened(bf16 a)           { return (f32){ (u32)a.bits << 16 }; }
static bool differ_bf16(bf16 a, bf16 b)
{
    return differ_f32(widened(a), widened(b)) &&
           far((i32)total_f32(widened(a)) >> 16, (i32)total_f32(widened(b)) >> 16);
}

/* bf16 through f32, which has more than twice its bits, so double rounding is harmless. */
static bf16 mul_bf16(MODE, bf16 a, bf16 b) { return cvt_bf16_f32(fp, exact_mul_f32(fp, widened(a), widened(b))); }
static bf16 add_bf16(MODE, bf16 a, bf16 b) { return cvt_bf16_f32(fp, exact_add_f32(fp, widened(a), widened(b))); }

/* Rounds to nearest even, and keeps or flushes denormals, regardless of MODE (RDNA3 ISA, 7.2.4). */
static struct fp nearest(MODE, u8 denorm)
{
    struct fp own = *fp;
    own.round[0] = own.round[1] = NEAREST;
    own.denorm[0] = own.denorm[1] = denorm;
    own.fast = false;
    return own;
}

/* Sums of three in f32, from left to right. */
static f32 sum_f32(MODE, f32 a, f32 b, f32 c)       { return exact_add_f32(fp, exact_add_f32(fp, a, b), c); }
static f16 sum_f16(MODE, f16 a, f16 b, f16 c)       { return exact_add_f16(fp, exact_add_f16(fp, a, b), c); }
static bf16 sum_bf16(MODE, bf16 a, bf16 b, bf16 c)  { return add_bf16(fp, add_bf16(fp, a, b), c); }

/* Three orders with each step rounded, and wider sums rounded once. */
static f16  v_dot2_f16_f16(MODE, u32 a, u32 b, f16 c)
{
    struct fp own = nearest(fp, KEEP_IN | KEEP_OUT), other = own;
    const f16 a0 = { (u16)a }, a1 = { (u16)(a >> 16) }, b0 = { (u16)b }, b1 = { (u16)(b >> 16) };
    const f16 low = exact_mul_f16(&own, a0, b0), high = exact_mul_f16(&own, a1, b1), r = sum_f16(&own, c, low, high);
    fp->flags = own.flags;
    const f32 wide_low = exact_mul_f32(&other, exact_cvt_f32_f16(&other, a0), exact_cvt_f32_f16(&other, b0));
    const f32 wide_high = exact_mul_f32(&other, exact_cvt_f32_f16(&other, a1), exact_cvt_f32_f16(&other, b1));
    const f16 once = exact_cvt_f16_f32(&other, sum_f32(&other, wide_low, wide_high, exact_cvt_f32_f16(&other, c)));
    fp->odd = differ_f16(r, sum_f16(&other, c, high, low)) || differ_f16(r, sum_f16(&other, low, high, c)) ||
              differ_f16(r, once);
    return r;
}

static bf16 v_dot2_bf16_bf16(MODE, u32 a, u32 b, bf16 c)
{
    struct fp own = nearest(fp, 0), other = own;
    const bf16 a0 = { (u16)a }, a1 = { (u16)(a >> 16) }, b0 = { (u16)b }, b1 = { (u16)(b >> 16) };
    const bf16 low = mul_bf16(&own, a0, b0), high = mul_bf16(&own, a1, b1), r = sum_bf16(&own, c, low, high);
    fp->flags = own.flags;
    const f32 wide_low = exact_mul_f32(&other, widened(a0), widened(b0)),
              wide_high = exact_mul_f32(&other, widened(a1), widened(b1));
    const bf16 once = cvt_bf16_f32(&other, sum_f32(&other, wide_low, wide_high, widened(c)));
    fp->odd = differ_bf16(r, sum_bf16(&other, c, high, low)) || differ_bf16(r, sum_bf16(&other, low, high, c)) ||
              differ_bf16(r, once);
    return r;
}

/* Rounded by MODE, as V_DOT2_F32_F16; the products are exact. */
static f32  v_dot2_f32_bf16(MODE, u32 a, u32 b, f32 c)
{
    struct fp other = *fp;
    const f32 low = exact_mul_f32(fp, (f32){ a << 16 }, (f32){ b << 16 }),
              high = exact_mul_f32(fp, (f32){ a & 0xffff0000 }, (f32){ b & 0xffff0000 });
    const f32 r = sum_f32(fp, c, low, high);
    fp->odd = differ_f32(r, sum_f32(&other, c, high, low)) || differ_f32(r, sum_f32(&other, low, high, c));
    return r;
}

#include "rows_valu_dot.inc"
