/* Four sums of absolute differences at once: of four bytes that begin at each of the bytes 0 to 3 of the first source, and the four bytes
   of the second.  Clamp saturates each sum (RDNA3 ISA, 16.12; Vega ISA, VOP3 485). */
#include "lanes.h"
#include "rows_valu_sad.h"

/* `masked`: bytes where the second source is zero do not count. */
static u64 sum_at(u64 bytes, u32 reference, int at, bool masked, u64 sum)
{
    for (int n = 0; n < 4; n++) {
        const u32 x = bytes >> 8 * (at + n) & 0xff, y = reference >> 8 * n & 0xff;
        if (y || !masked) sum += x > y ? x - y : y - x;
    }
    return sum;
}

static u64 capped(u64 sum, u64 most, bool clamp)    { return clamp && sum > most ? most : sum & most; }

static u64 four_halves(u64 a, u32 b, u64 c, bool masked, bool clamp)
{
    u64 r = 0;
    for (int n = 0; n < 4; n++) r |= capped(sum_at(a, b, n, masked, c >> 16 * n & 0xffff), 0xffff, clamp) << 16 * n;
    return r;
}

static b64  v_qsad_pk_u16_u8(b64 a, b32 b, b64 c, bool clamp)          { return four_halves(a, b, c, false, clamp); }
static b64  v_mqsad_pk_u16_u8(b64 a, b32 b, b64 c, bool clamp)         { return four_halves(a, b, c, true, clamp); }
static struct quad v_mqsad_u32_u8(b64 a, b32 b, struct quad c, bool clamp)
{
    struct quad r;
    for (int n = 0; n < 4; n++) r.w[n] = (u32)capped(sum_at(a, b, n, true, c.w[n]), 0xffffffff, clamp);
    return r;
}

#include "rows_valu_sad.inc"
