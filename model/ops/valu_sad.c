/* Four sums of absolute differences at once: of four bytes that begin at each of the bytes 0 to 3 of the first
   source, and the four bytes of the second.  Clamp saturates each sum (RDNA3 ISA, 16.12; Vega ISA, VOP3 485). */
#include "pipeline.h"
#include "rows_valu_sad.h"

INLINE u32 byte(u64 bytes, int n)       { return (n < 4 ? (u32)bytes : (u32)(bytes >> 32)) >> 8 * (n & 3) & 0xff; }

/* `masked`: bytes where the second source is zero do not count. */
INLINE u32 sum_at(u64 bytes, u32 reference, int at, bool masked)
{
    u32 sum = 0;
    for (int n = 0; n < 4; n++) {
        const u32 y = byte(reference, n), apart = (u32)__builtin_abs((i32)(byte(bytes, at + n) - y));
        sum += masked ? apart & -(u32)(y != 0) : apart;
    }
    return sum;
}

INLINE u32 half(u32 sum, bool clamp)    { return clamp && sum > 0xffff ? 0xffff : sum & 0xffff; }

INLINE u64 four_halves(u64 a, u32 b, u64 c, bool masked, bool clamp)
{
    const u32 low = (u32)c, high = (u32)(c >> 32);
    const u32 first = half(sum_at(a, b, 0, masked) + (low & 0xffff), clamp),
              second = half(sum_at(a, b, 1, masked) + (low >> 16), clamp);
    const u32 third = half(sum_at(a, b, 2, masked) + (high & 0xffff), clamp),
              fourth = half(sum_at(a, b, 3, masked) + (high >> 16), clamp);
    return wide(first | second << 16, third | fourth << 16);
}

/* A sum that is less than an addend has gone round. */
INLINE u32 added(u32 a, u32 b, bool clamp)    { return clamp && a + b < a ? ~0u : a + b; }

static b64  v_qsad_pk_u16_u8(b64 a, b32 b, b64 c, bool clamp)          { return four_halves(a, b, c, false, clamp); }
static b64  v_mqsad_pk_u16_u8(b64 a, b32 b, b64 c, bool clamp)         { return four_halves(a, b, c, true, clamp); }
static struct b128 v_mqsad_u32_u8(b64 a, b32 b, struct b128 c, bool clamp)
{
    struct b128 r;
    for (int n = 0; n < 4; n++) r.w[n] = added(c.w[n], sum_at(a, b, n, true), clamp);
    return r;
}

#include "rows_valu_sad.inc"
