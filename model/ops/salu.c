/* Scalar operations, each as one expression (RDNA3 ISA, 16.1-16.5; Vega ISA, 12.1-12.5). */
#include "pipeline.h"
#include "rows_salu.h"

static b32  s_mov_b32(b32 a)                                      { return a; }
static b64  s_mov_b64(b64 a)                                      { return a; }
static i32  s_movk_i32(u32 k)                                     { return (i32)k; }
static b32  s_cmov_b32(b32 a, b32 d, bool scc)                    { return scc ? a : d; }
static b64  s_cmov_b64(b64 a, b64 d, bool scc)                    { return scc ? a : d; }
static i32  s_cmovk_i32(u32 k, i32 d, bool scc)                   { return scc ? (i32)k : d; }
static b32  s_cselect_b32(b32 a, b32 b, bool scc)                 { return scc ? a : b; }
static b64  s_cselect_b64(b64 a, b64 b, bool scc)                 { return scc ? a : b; }

/* SCC is the carry or borrow of unsigned operations, and the overflow of signed ones. */
INLINE struct u32_scc carried(u64 r)                      { return (struct u32_scc){ (u32)r, r >> 32 }; }
INLINE struct i32_scc overflowed(i64 r)                   { return (struct i32_scc){ (i32)r, r != (i32)r }; }
static struct u32_scc s_add_u32(u32 a, u32 b)             { return carried((u64)a + b); }
static struct u32_scc s_sub_u32(u32 a, u32 b)             { return (struct u32_scc){ a - b, b > a }; }
static struct u32_scc s_addc_u32(u32 a, u32 b, bool scc)  { return carried((u64)a + b + scc); }
static struct u32_scc s_subb_u32(u32 a, u32 b, bool scc)  { return (struct u32_scc){ a - b - scc, (u64)b + scc > a }; }
static struct i32_scc s_add_i32(i32 a, i32 b)             { return overflowed((i64)a + b); }
static struct i32_scc s_sub_i32(i32 a, i32 b)             { return overflowed((i64)a - b); }
static struct i32_scc s_addk_i32(i32 d, u32 k)            { return overflowed((i64)d + (i32)k); }
static i32  s_mulk_i32(i32 d, u32 k)                      { return (i32)((u32)d * k); }
static i32  s_mul_i32(i32 a, i32 b)                       { return (i32)((u32)a * (u32)b); }
static i32  s_mul_hi_i32(i32 a, i32 b)                    { return (i32)((i64)a * b >> 32); }
static u32  s_mul_hi_u32(u32 a, u32 b)                    { return (u32)((u64)a * b >> 32); }
static struct u32_scc s_lshl1_add_u32(u32 a, u32 b)       { return carried(((u64)a << 1) + b); }
static struct u32_scc s_lshl2_add_u32(u32 a, u32 b)       { return carried(((u64)a << 2) + b); }
static struct u32_scc s_lshl3_add_u32(u32 a, u32 b)       { return carried(((u64)a << 3) + b); }
static struct u32_scc s_lshl4_add_u32(u32 a, u32 b)       { return carried(((u64)a << 4) + b); }
static i32  s_absdiff_i32(i32 a, i32 b)
{
    u32 d = (u32)a - (u32)b;
    return (i32)(d >> 31 ? 0u - d : d);
}
static i32  s_abs_i32(i32 a)                                      { return (i32)(a < 0 ? 0u - (u32)a : (u32)a); }

/* SCC is 1 if the first source was selected.  For equal sources S_MIN selects the second, S_MAX the first, on gfx9 the
   second (errata E-009). */
static struct i32_scc s_min_i32(i32 a, i32 b)                     { return (struct i32_scc){ a < b ? a : b, a < b }; }
static struct u32_scc s_min_u32(u32 a, u32 b)                     { return (struct u32_scc){ a < b ? a : b, a < b }; }
static struct i32_scc s_max_i32(i32 a, i32 b)                     { return (struct i32_scc){ a >= b ? a : b, a >= b }; }
static struct u32_scc s_max_u32(u32 a, u32 b)                     { return (struct u32_scc){ a >= b ? a : b, a >= b }; }
static struct i32_scc s_max_above_i32(i32 a, i32 b)               { return (struct i32_scc){ a > b ? a : b, a > b }; }
static struct u32_scc s_max_above_u32(u32 a, u32 b)               { return (struct u32_scc){ a > b ? a : b, a > b }; }

/* Logic. */
static b32  s_not_b32(b32 a)                                      { return ~a; }
static b32  s_and_b32(b32 a, b32 b)                               { return a & b; }
static b32  s_or_b32(b32 a, b32 b)                                { return a | b; }
static b32  s_xor_b32(b32 a, b32 b)                               { return a ^ b; }
static b32  s_nand_b32(b32 a, b32 b)                              { return ~(a & b); }
static b32  s_nor_b32(b32 a, b32 b)                               { return ~(a | b); }
static b32  s_xnor_b32(b32 a, b32 b)                              { return ~(a ^ b); }
static b32  s_and_not1_b32(b32 a, b32 b)                          { return a & ~b; }
static b32  s_or_not1_b32(b32 a, b32 b)                           { return a | ~b; }
static b64  s_not_b64(b64 a)                                      { return ~a; }
static b64  s_and_b64(b64 a, b64 b)                               { return a & b; }
static b64  s_or_b64(b64 a, b64 b)                                { return a | b; }
static b64  s_xor_b64(b64 a, b64 b)                               { return a ^ b; }
static b64  s_nand_b64(b64 a, b64 b)                              { return ~(a & b); }
static b64  s_nor_b64(b64 a, b64 b)                               { return ~(a | b); }
static b64  s_xnor_b64(b64 a, b64 b)                              { return ~(a ^ b); }
static b64  s_and_not1_b64(b64 a, b64 b)                          { return a & ~b; }
static b64  s_or_not1_b64(b64 a, b64 b)                           { return a | ~b; }

/* Shift amounts are modulo the width. */
static b32  s_lshl_b32(b32 a, u32 n)          { return a << (n & 31); }
static b32  s_lshr_b32(b32 a, u32 n)          { return a >> (n & 31); }
static i32  s_ashr_i32(i32 a, u32 n)          { return a >> (n & 31); }
static b64  s_lshl_b64(b64 a, u32 n)          { return a << (n & 63); }
static b64  s_lshr_b64(b64 a, u32 n)          { return a >> (n & 63); }
static i64  s_ashr_i64(i64 a, u32 n)          { return a >> (n & 63); }
static b32  s_bfm_b32(u32 width, u32 offset)  { return ((1u << (width & 31)) - 1) << (offset & 31); }
static b64  s_bfm_b64(u32 width, u32 offset)  { return ((1ull << (width & 63)) - 1) << (offset & 63); }

/* A field of `width` bits from `offset` on.  Bits beyond the register are 0; width 0 gives 0.  The second source has
   the offset in its low bits and the width in [22:16] (RDNA3 ISA, 16.1 S_BFE). */
static u64 field(u64 a, u32 offset, u32 width)
{ return width == 0 ? 0 : a >> offset & (width > 63 ? ~0ull : (1ull << width) - 1); }
static i64 sign_from(u64 x, u32 width)
{ return width == 0 ? 0 : width > 63 ? (i64)x : (i64)(x << (64 - width)) >> (64 - width); }
static u32  s_bfe_u32(u32 a, u32 b) { return (u32)field(a, b & 31, b >> 16 & 127); }
static i32  s_bfe_i32(i32 a, u32 b) { return (i32)sign_from((u64)(i64)a >> (b & 31), b >> 16 & 127); }
static u64  s_bfe_u64(u64 a, u32 b) { return field(a, b & 63, b >> 16 & 127); }
static i64 s_bfe_i64(i64 a, u32 b)
{
    u32 offset = b & 63, width = b >> 16 & 127, room = 64 - offset;
    return width >= room ? a >> offset : sign_from(field((u64)a, offset, width), width);
}

static b32  s_pack_ll_b32_b16(b32 a, b32 b)                       { return (a & 0xffff) | b << 16; }
static b32  s_pack_lh_b32_b16(b32 a, b32 b)                       { return (a & 0xffff) | (b & 0xffff0000); }
static b32  s_pack_hh_b32_b16(b32 a, b32 b)                       { return a >> 16 | (b & 0xffff0000); }
static b32  s_pack_hl_b32_b16(b32 a, b32 b)                       { return a >> 16 | b << 16; }

/* Whole quads: a quad is active if any of its four bits is set. wqm sets all four; quadmask keeps one bit for each
   quad. */
static b64 quads_with_any(b64 a)                    { a |= a >> 1; a |= a >> 2; return a & 0x1111111111111111; }
static b64 one_bit_a_quad(b64 a)
{
    b64 r = 0;
    for (int q = 0; q < 16; q++) r |= (a >> 4 * q & 15 ? 1ull : 0) << q;
    return r;
}
static b32  s_wqm_b32(b32 a)                                      { return (b32)(quads_with_any(a) * 15); }
static b64  s_wqm_b64(b64 a)                                      { return quads_with_any(a) * 15; }
static b32  s_quadmask_b32(b32 a)                                 { return (b32)one_bit_a_quad(a); }
static b64  s_quadmask_b64(b64 a)                                 { return one_bit_a_quad(a); }

static b64 reverse(b64 a)
{
    b64 r = 0;
    for (int n = 0; n < 64; n++) r |= (a >> n & 1) << (63 - n);
    return r;
}
static b32  s_brev_b32(b32 a)                                     { return (b32)(reverse(a) >> 32); }
static b64  s_brev_b64(b64 a)                                     { return reverse(a); }

/* Bit counts and searches.  A search without a match gives -1. */
static i32  s_bcnt0_i32_b32(b32 a)                                { return 32 - __builtin_popcount(a); }
static i32  s_bcnt1_i32_b32(b32 a)                                { return __builtin_popcount(a); }
static i32  s_bcnt0_i32_b64(b64 a)                                { return 64 - __builtin_popcountll(a); }
static i32  s_bcnt1_i32_b64(b64 a)                                { return __builtin_popcountll(a); }
static i32  s_ff0_i32_b32(b32 a)                                  { return ~a ? __builtin_ctz(~a) : -1; }
static i32  s_ff0_i32_b64(b64 a)                                  { return ~a ? __builtin_ctzll(~a) : -1; }
static i32  s_ctz_i32_b32(b32 a)                                  { return a ? __builtin_ctz(a) : -1; }
static i32  s_ctz_i32_b64(b64 a)                                  { return a ? __builtin_ctzll(a) : -1; }
static i32  s_clz_i32_u32(u32 a)                                  { return a ? __builtin_clz(a) : -1; }
static i32  s_clz_i32_u64(u64 a)                                  { return a ? __builtin_clzll(a) : -1; }
static i32  s_cls_i32(i32 a)                                      { return s_clz_i32_u32((u32)(a ^ a >> 31)); }
static i32  s_cls_i32_i64(i64 a)                                  { return s_clz_i32_u64((u64)(a ^ a >> 63)); }
static i32  s_sext_i32_i8(b32 a)                                  { return (i8)a; }
static i32  s_sext_i32_i16(b32 a)                                 { return (i16)a; }
static b32  s_bitset0_b32(u32 n, b32 d)                           { return d & ~(1u << (n & 31)); }
static b32  s_bitset1_b32(u32 n, b32 d)                           { return d | 1u << (n & 31); }
static b64  s_bitset0_b64(u32 n, b64 d)                           { return d & ~(1ull << (n & 63)); }
static b64  s_bitset1_b64(u32 n, b64 d)                           { return d | 1ull << (n & 63); }
static b64 s_bitreplicate_b64_b32(b32 a)
{
    b64 r = 0;
    for (int n = 0; n < 32; n++) r |= (a >> n & 1 ? 3ull : 0) << 2 * n;
    return r;
}

/* EXEC becomes the combination.  The destination gets the old EXEC; with wrexec it gets the new one. */
INLINE struct b32_exec_scc saveexec_b32(b32 old, b32 r)   { return (struct b32_exec_scc){ old, r, r != 0 }; }
INLINE struct b64_exec_scc saveexec_b64(b64 old, b64 r)   { return (struct b64_exec_scc){ old, r, r != 0 }; }
INLINE struct b32_exec_scc wrexec_b32(b32 r)              { return saveexec_b32(r, r); }
INLINE struct b64_exec_scc wrexec_b64(b64 r)              { return saveexec_b64(r, r); }

static struct b32_exec_scc s_and_saveexec_b32(b32 a, b32 exec)              { return saveexec_b32(exec, a & exec); }
static struct b32_exec_scc s_or_saveexec_b32(b32 a, b32 exec)               { return saveexec_b32(exec, a | exec); }
static struct b32_exec_scc s_xor_saveexec_b32(b32 a, b32 exec)              { return saveexec_b32(exec, a ^ exec); }
static struct b32_exec_scc s_nand_saveexec_b32(b32 a, b32 exec)             { return saveexec_b32(exec, ~(a & exec)); }
static struct b32_exec_scc s_nor_saveexec_b32(b32 a, b32 exec)              { return saveexec_b32(exec, ~(a | exec)); }
static struct b32_exec_scc s_xnor_saveexec_b32(b32 a, b32 exec)             { return saveexec_b32(exec, ~(a ^ exec)); }
static struct b32_exec_scc s_and_not0_saveexec_b32(b32 a, b32 exec)         { return saveexec_b32(exec, ~a & exec); }
static struct b32_exec_scc s_or_not0_saveexec_b32(b32 a, b32 exec)          { return saveexec_b32(exec, ~a | exec); }
static struct b32_exec_scc s_and_not1_saveexec_b32(b32 a, b32 exec)         { return saveexec_b32(exec, a & ~exec); }
static struct b32_exec_scc s_or_not1_saveexec_b32(b32 a, b32 exec)          { return saveexec_b32(exec, a | ~exec); }
static struct b32_exec_scc s_and_not0_wrexec_b32(b32 a, b32 exec)           { return wrexec_b32(~a & exec); }
static struct b32_exec_scc s_and_not1_wrexec_b32(b32 a, b32 exec)           { return wrexec_b32(a & ~exec); }
static struct b64_exec_scc s_and_saveexec_b64(b64 a, b64 exec)              { return saveexec_b64(exec, a & exec); }
static struct b64_exec_scc s_or_saveexec_b64(b64 a, b64 exec)               { return saveexec_b64(exec, a | exec); }
static struct b64_exec_scc s_xor_saveexec_b64(b64 a, b64 exec)              { return saveexec_b64(exec, a ^ exec); }
static struct b64_exec_scc s_nand_saveexec_b64(b64 a, b64 exec)             { return saveexec_b64(exec, ~(a & exec)); }
static struct b64_exec_scc s_nor_saveexec_b64(b64 a, b64 exec)              { return saveexec_b64(exec, ~(a | exec)); }
static struct b64_exec_scc s_xnor_saveexec_b64(b64 a, b64 exec)             { return saveexec_b64(exec, ~(a ^ exec)); }
static struct b64_exec_scc s_and_not0_saveexec_b64(b64 a, b64 exec)         { return saveexec_b64(exec, ~a & exec); }
static struct b64_exec_scc s_or_not0_saveexec_b64(b64 a, b64 exec)          { return saveexec_b64(exec, ~a | exec); }
static struct b64_exec_scc s_and_not1_saveexec_b64(b64 a, b64 exec)         { return saveexec_b64(exec, a & ~exec); }
static struct b64_exec_scc s_or_not1_saveexec_b64(b64 a, b64 exec)          { return saveexec_b64(exec, a | ~exec); }
static struct b64_exec_scc s_and_not0_wrexec_b64(b64 a, b64 exec)           { return wrexec_b64(~a & exec); }
static struct b64_exec_scc s_and_not1_wrexec_b64(b64 a, b64 exec)           { return wrexec_b64(a & ~exec); }

/* Compares. */
static bool s_cmp_eq_i32(i32 a, i32 b)                            { return a == b; }
static bool s_cmp_eq_u32(u32 a, u32 b)                            { return a == b; }
static bool s_cmp_lg_i32(i32 a, i32 b)                            { return a != b; }
static bool s_cmp_lg_u32(u32 a, u32 b)                            { return a != b; }
static bool s_cmp_gt_i32(i32 a, i32 b)                            { return a > b; }
static bool s_cmp_gt_u32(u32 a, u32 b)                            { return a > b; }
static bool s_cmp_ge_i32(i32 a, i32 b)                            { return a >= b; }
static bool s_cmp_ge_u32(u32 a, u32 b)                            { return a >= b; }
static bool s_cmp_lt_i32(i32 a, i32 b)                            { return a < b; }
static bool s_cmp_lt_u32(u32 a, u32 b)                            { return a < b; }
static bool s_cmp_le_i32(i32 a, i32 b)                            { return a <= b; }
static bool s_cmp_le_u32(u32 a, u32 b)                            { return a <= b; }
static bool s_cmp_eq_u64(u64 a, u64 b)                            { return a == b; }
static bool s_cmp_lg_u64(u64 a, u64 b)                            { return a != b; }
static bool s_bitcmp0_b32(b32 a, u32 n)                           { return (a >> (n & 31) & 1) == 0; }
static bool s_bitcmp0_b64(b64 a, u32 n)                           { return (a >> (n & 63) & 1) == 0; }
static bool s_bitcmp1_b32(b32 a, u32 n)                           { return (a >> (n & 31) & 1) == 1; }
static bool s_bitcmp1_b64(b64 a, u32 n)                           { return (a >> (n & 63) & 1) == 1; }

/* The immediate is sign-extended for signed, zero-extended for unsigned compares. */
static bool s_cmpk_eq_i32(i32 d, u32 k)                           { return d == (i32)k; }
static bool s_cmpk_eq_u32(u32 d, u32 k)                           { return d == (k & 0xffff); }
static bool s_cmpk_lg_i32(i32 d, u32 k)                           { return d != (i32)k; }
static bool s_cmpk_lg_u32(u32 d, u32 k)                           { return d != (k & 0xffff); }
static bool s_cmpk_gt_i32(i32 d, u32 k)                           { return d > (i32)k; }
static bool s_cmpk_gt_u32(u32 d, u32 k)                           { return d > (k & 0xffff); }
static bool s_cmpk_ge_i32(i32 d, u32 k)                           { return d >= (i32)k; }
static bool s_cmpk_ge_u32(u32 d, u32 k)                           { return d >= (k & 0xffff); }
static bool s_cmpk_lt_i32(i32 d, u32 k)                           { return d < (i32)k; }
static bool s_cmpk_lt_u32(u32 d, u32 k)                           { return d < (k & 0xffff); }
static bool s_cmpk_le_i32(i32 d, u32 k)                           { return d <= (i32)k; }
static bool s_cmpk_le_u32(u32 d, u32 k)                           { return d <= (k & 0xffff); }

/* Bodies see the PC of the next instruction.  Branch immediates count dwords from there. */
static u64  s_getpc_b64(u64 pc)                         { return pc; }
static u64  s_setpc_b64(u64 a)                          { return a; }
static struct u64_pc s_swappc_b64(u64 a, u64 pc)        { return (struct u64_pc){ pc, a }; }
static struct u64_pc s_call_b64(u32 k, u64 pc)          { return (struct u64_pc){ pc, pc + (u64)(4 * (i64)(i32)k) }; }

#include "rows_salu.inc"
