/* Four sums of absolute differences.  Each compares four bytes from byte 0 to 3 of the first source on with the four
   bytes of the second.  Clamp saturates each sum (RDNA3 ISA, 16.12; Vega ISA, VOP3 485). */
#include "pipeline.h"
#include "rows_valu_sad.h"

INLINE u32 byte(struct b32x2 bytes, int n)       { return bytes.w[n / 4] >> 8 * (n % 4) & 0xff; }

/* masked: bytes where the second source is zero do not count. */
INLINE u32 sum_at(struct b32x2 bytes, u32 reference, int at, bool masked)
{
    u32 sum = 0;
    for (int n = 0; n < 4; n++) {
        const u32 y = reference >> 8 * n & 0xff, apart = (u32)__builtin_abs((i32)(byte(bytes, at + n) - y));
        sum += masked ? apart & -(u32)(y != 0) : apart;
    }
    return sum;
}

INLINE u32 half(u32 sum, bool clamp)    { return clamp && sum > 0xffff ? 0xffff : sum & 0xffff; }

INLINE struct b32x2 four_halves(struct b32x2 a, u32 b, struct b32x2 c, bool masked, bool clamp)
{
    struct b32x2 r;
    for (int n = 0; n < 2; n++) {
        const u32 low = half(sum_at(a, b, 2 * n, masked) + (c.w[n] & 0xffff), clamp),
                  high = half(sum_at(a, b, 2 * n + 1, masked) + (c.w[n] >> 16), clamp);
        r.w[n] = low | high << 16;
    }
    return r;
}

/* A sum below an addend has wrapped. */
INLINE u32 added(u32 a, u32 b, bool clamp)    { return clamp && a + b < a ? ~0u : a + b; }

static struct b32x2 v_qsad_pk_u16_u8(struct b32x2 a, b32 b, struct b32x2 c, bool clamp)
{ return four_halves(a, b, c, false, clamp); }

static struct b32x2 v_mqsad_pk_u16_u8(struct b32x2 a, b32 b, struct b32x2 c, bool clamp)
{ return four_halves(a, b, c, true, clamp); }

static struct b128 v_mqsad_u32_u8(struct b32x2 a, b32 b, struct b128 c, bool clamp)
{
    struct b128 r;
    for (int n = 0; n < 4; n++) r.w[n] = added(c.w[n], sum_at(a, b, n, true), clamp);
    return r;
}

#include "rows_valu_sad.inc"
