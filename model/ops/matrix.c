/* WMMA: D = A * B + C on 16x16 matrices, all lanes at once (RDNA3 ISA, 7.9).  A body computes one element of D from a
   row of A, a column of B (elements by k, low half first) and an element of C.  Positions of elements:
   pipeline/wmma.c. */
#include "float_engine.h"
#include "pipeline.h"
#include "rows_matrix.h"

static const format HALF = { 10, 5, 1 }, BFLOAT = { 7, 8, 0 }, SINGLE = { 23, 8, 0 };
enum { SIDE = 16 };

static f32 v_wmma_f32_16x16x16_f16(struct slack *d, const u32 *a, const u32 *b, f32 c)
{ return (f32){ (u32)dot_product(d, HALF, SINGLE, SIDE, a, b, c.bits) }; }
static f32 v_wmma_f32_16x16x16_bf16(struct slack *d, const u32 *a, const u32 *b, f32 c)
{ return (f32){ (u32)dot_product(d, BFLOAT, SINGLE, SIDE, a, b, c.bits) }; }
static f16 v_wmma_f16_16x16x16_f16(struct slack *d, const u32 *a, const u32 *b, f16 c)
{ return (f16){ (u16)dot_product(d, HALF, HALF, SIDE, a, b, c.bits) }; }
static bf16 v_wmma_bf16_16x16x16_bf16(struct slack *d, const u32 *a, const u32 *b, bf16 c)
{ return (bf16){ (u16)dot_product(d, BFLOAT, BFLOAT, SIDE, a, b, c.bits) }; }

/* Element k of `width` bits, signed if its NEG bit is set. */
static i64 integer(const u32 *from, u32 k, u32 width, bool is_signed)
{
    const u32 up = 32 - width, x = from[k * width / 32] >> (k * width & 31) << up;
    return is_signed ? (i32)x >> up : (i64)(x >> up);
}

/* The sum wraps.  CLAMP is ignored (RDNA3 ISA, 7.2.3.1), but compilers use it as saturation.  If the two differ, the
   element is undefined (errata E-142). */
static i32 sum_integers(struct slack *d, u32 width, const u32 *a, const u32 *b, i32 c, u32 neg)
{
    i64 sum = c;
    for (u32 k = 0; k < SIDE; k++) sum += integer(a, k, width, neg & 1) * integer(b, k, width, neg & 2);
    d->open = sum != (i32)sum;
    return (i32)(u32)(u64)sum;
}

static i32 v_wmma_i32_16x16x16_iu8(struct slack *d, const u32 *a, const u32 *b, i32 c, u32 neg)
{ return sum_integers(d, 8, a, b, c, neg); }
static i32 v_wmma_i32_16x16x16_iu4(struct slack *d, const u32 *a, const u32 *b, i32 c, u32 neg)
{ return sum_integers(d, 4, a, b, c, neg); }

#include "rows_matrix.inc"
