/* Conversions that pack or normalise, and the screen partition, for one lane (RDNA3 ISA, 16.8 and 16.12; Vega ISA,
   VOP1 and VOP3). */
#include "float.h"
#include "pipeline.h"
#include "rows_valu_pack.h"

INLINE u32 pair(i32 low, i32 high)                                { return (low & 0xffff) | (u32)high << 16; }

static i16  v_cvt_norm_i16_f16(MODE, f16 a)           { return cvt_norm_i16_f16(fp, a); }
static u16  v_cvt_norm_u16_f16(MODE, f16 a)           { return cvt_norm_u16_f16(fp, a); }
static b32  v_cvt_pk_norm_i16_f32(MODE, f32 a, f32 b) { return pair(cvt_norm_i16_f32(fp, a), cvt_norm_i16_f32(fp, b)); }
static b32  v_cvt_pk_norm_u16_f32(MODE, f32 a, f32 b) { return pair(cvt_norm_u16_f32(fp, a), cvt_norm_u16_f32(fp, b)); }
static b32  v_cvt_pk_norm_i16_f16(MODE, f16 a, f16 b) { return pair(cvt_norm_i16_f16(fp, a), cvt_norm_i16_f16(fp, b)); }
static b32  v_cvt_pk_norm_u16_f16(MODE, f16 a, f16 b) { return pair(cvt_norm_u16_f16(fp, a), cvt_norm_u16_f16(fp, b)); }
static b32  v_cvt_pk_i16_f32(MODE, f32 a, f32 b)      { return pair(cvt_i16_f32(fp, a), cvt_i16_f32(fp, b)); }
static b32  v_cvt_pk_u16_f32(MODE, f32 a, f32 b)      { return pair(cvt_u16_f32(fp, a), cvt_u16_f32(fp, b)); }

/* Writes one byte of the third source; the others are preserved. */
static b32  v_cvt_pk_u8_f32(MODE, f32 a, u32 n, b32 c)
{
    const u32 shift = 8 * (n & 3);
    return (c & ~(0xffu << shift)) | (u32)cvt_u8_f32(fp, a) << shift;
}

/* The shader engines that draw a rectangle of tiles, a bit each: from tile [7:4] to tile [3:0], wrapping if the first
   is behind the second.  A tile is { row, column } of a 4 by 4 pattern (Vega ISA, VOP1 55).  Four bits for each tile,
   column 0 lowest. */
INLINE u32 engines(u32 row)    { return (row & 2 ? 0x12484812u : 0x21848421u) >> 16 * (row & 1) & 0xffff; }
static b32  v_screen_partition_4se_b32(b32 a)
{
    const u32 row = a >> 6 & 3, column = a >> 4 & 3, rows = ((a >> 2) - row) & 3, columns = (a - column) & 3;
    u32 tiles = 0;
    for (u32 y = 0; y < 4; y++) tiles |= engines(row + y) & -(u32)(y <= rows);
    const u32 drawn = (tiles | tiles << 16) >> 4 * column & 0xffff >> 4 * (3 - columns);
    return (drawn | drawn >> 4 | drawn >> 8 | drawn >> 12) & 15;
}

#include "rows_valu_pack.inc"
