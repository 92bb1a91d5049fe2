/* Vector compares: one bit for each lane.  Comparisons with a NaN are false, their negations true (RDNA3 ISA, 16.9). */
#include "float.h"
#include "pipeline.h"
#include "rows_compare.h"

/* no branch: rows of lanes vectorise */
static inline bool either(bool a, bool b)                         { return a | b; }

static bool v_cmp_f_i16(i16 a, i16 b)                             { return (void)a, (void)b, false; }
static bool v_cmp_lt_i16(i16 a, i16 b)                            { return a < b; }
static bool v_cmp_eq_i16(i16 a, i16 b)                            { return a == b; }
static bool v_cmp_le_i16(i16 a, i16 b)                            { return a <= b; }
static bool v_cmp_gt_i16(i16 a, i16 b)                            { return a > b; }
static bool v_cmp_ne_i16(i16 a, i16 b)                            { return a != b; }
static bool v_cmp_ge_i16(i16 a, i16 b)                            { return a >= b; }
static bool v_cmp_t_i16(i16 a, i16 b)                             { return (void)a, (void)b, true; }

static bool v_cmp_f_u16(u16 a, u16 b)                             { return (void)a, (void)b, false; }
static bool v_cmp_lt_u16(u16 a, u16 b)                            { return a < b; }
static bool v_cmp_eq_u16(u16 a, u16 b)                            { return a == b; }
static bool v_cmp_le_u16(u16 a, u16 b)                            { return a <= b; }
static bool v_cmp_gt_u16(u16 a, u16 b)                            { return a > b; }
static bool v_cmp_ne_u16(u16 a, u16 b)                            { return a != b; }
static bool v_cmp_ge_u16(u16 a, u16 b)                            { return a >= b; }
static bool v_cmp_t_u16(u16 a, u16 b)                             { return (void)a, (void)b, true; }

static bool v_cmp_f_i32(i32 a, i32 b)                             { return (void)a, (void)b, false; }
static bool v_cmp_lt_i32(i32 a, i32 b)                            { return a < b; }
static bool v_cmp_eq_i32(i32 a, i32 b)                            { return a == b; }
static bool v_cmp_le_i32(i32 a, i32 b)                            { return a <= b; }
static bool v_cmp_gt_i32(i32 a, i32 b)                            { return a > b; }
static bool v_cmp_ne_i32(i32 a, i32 b)                            { return a != b; }
static bool v_cmp_ge_i32(i32 a, i32 b)                            { return a >= b; }
static bool v_cmp_t_i32(i32 a, i32 b)                             { return (void)a, (void)b, true; }

static bool v_cmp_f_u32(u32 a, u32 b)                             { return (void)a, (void)b, false; }
static bool v_cmp_lt_u32(u32 a, u32 b)                            { return a < b; }
static bool v_cmp_eq_u32(u32 a, u32 b)                            { return a == b; }
static bool v_cmp_le_u32(u32 a, u32 b)                            { return a <= b; }
static bool v_cmp_gt_u32(u32 a, u32 b)                            { return a > b; }
static bool v_cmp_ne_u32(u32 a, u32 b)                            { return a != b; }
static bool v_cmp_ge_u32(u32 a, u32 b)                            { return a >= b; }
static bool v_cmp_t_u32(u32 a, u32 b)                             { return (void)a, (void)b, true; }

static bool v_cmp_f_i64(i64 a, i64 b)                             { return (void)a, (void)b, false; }
static bool v_cmp_lt_i64(i64 a, i64 b)                            { return a < b; }
static bool v_cmp_eq_i64(i64 a, i64 b)                            { return a == b; }
static bool v_cmp_le_i64(i64 a, i64 b)                            { return a <= b; }
static bool v_cmp_gt_i64(i64 a, i64 b)                            { return a > b; }
static bool v_cmp_ne_i64(i64 a, i64 b)                            { return a != b; }
static bool v_cmp_ge_i64(i64 a, i64 b)                            { return a >= b; }
static bool v_cmp_t_i64(i64 a, i64 b)                             { return (void)a, (void)b, true; }

static bool v_cmp_f_u64(u64 a, u64 b)                             { return (void)a, (void)b, false; }
static bool v_cmp_lt_u64(u64 a, u64 b)                            { return a < b; }
static bool v_cmp_eq_u64(u64 a, u64 b)                            { return a == b; }
static bool v_cmp_le_u64(u64 a, u64 b)                            { return a <= b; }
static bool v_cmp_gt_u64(u64 a, u64 b)                            { return a > b; }
static bool v_cmp_ne_u64(u64 a, u64 b)                            { return a != b; }
static bool v_cmp_ge_u64(u64 a, u64 b)                            { return a >= b; }
static bool v_cmp_t_u64(u64 a, u64 b)                             { return (void)a, (void)b, true; }

static bool v_cmp_f_f16(MODE, f16 a, f16 b)            { return (void)fp, (void)a, (void)b, false; }
static bool v_cmp_lt_f16(MODE, f16 a, f16 b)           { return less_f16(fp, a, b); }
static bool v_cmp_eq_f16(MODE, f16 a, f16 b)           { return equal_f16(fp, a, b); }
static bool v_cmp_le_f16(MODE, f16 a, f16 b)           { return at_most_f16(fp, a, b); }
static bool v_cmp_gt_f16(MODE, f16 a, f16 b)           { return less_f16(fp, b, a); }
static bool v_cmp_lg_f16(MODE, f16 a, f16 b)           { return either(less_f16(fp, a, b), less_f16(fp, b, a)); }
static bool v_cmp_ge_f16(MODE, f16 a, f16 b)           { return at_most_f16(fp, b, a); }
static bool v_cmp_o_f16(MODE, f16 a, f16 b)            { return !unordered_f16(fp, a, b); }
static bool v_cmp_u_f16(MODE, f16 a, f16 b)            { return unordered_f16(fp, a, b); }
static bool v_cmp_nge_f16(MODE, f16 a, f16 b)          { return !at_most_f16(fp, b, a); }
static bool v_cmp_nlg_f16(MODE, f16 a, f16 b)          { return !either(less_f16(fp, a, b), less_f16(fp, b, a)); }
static bool v_cmp_ngt_f16(MODE, f16 a, f16 b)          { return !less_f16(fp, b, a); }
static bool v_cmp_nle_f16(MODE, f16 a, f16 b)          { return !at_most_f16(fp, a, b); }
static bool v_cmp_neq_f16(MODE, f16 a, f16 b)          { return !equal_f16(fp, a, b); }
static bool v_cmp_nlt_f16(MODE, f16 a, f16 b)          { return !less_f16(fp, a, b); }
static bool v_cmp_t_f16(MODE, f16 a, f16 b)            { return (void)fp, (void)a, (void)b, true; }
static bool v_cmp_class_f16(MODE, f16 a, b16 classes)  { return (void)fp, (class_f16(a) & classes) != 0; }

static bool v_cmp_f_f32(MODE, f32 a, f32 b)            { return (void)fp, (void)a, (void)b, false; }
static bool v_cmp_lt_f32(MODE, f32 a, f32 b)           { return less_f32(fp, a, b); }
static bool v_cmp_eq_f32(MODE, f32 a, f32 b)           { return equal_f32(fp, a, b); }
static bool v_cmp_le_f32(MODE, f32 a, f32 b)           { return at_most_f32(fp, a, b); }
static bool v_cmp_gt_f32(MODE, f32 a, f32 b)           { return less_f32(fp, b, a); }
static bool v_cmp_lg_f32(MODE, f32 a, f32 b)           { return either(less_f32(fp, a, b), less_f32(fp, b, a)); }
static bool v_cmp_ge_f32(MODE, f32 a, f32 b)           { return at_most_f32(fp, b, a); }
static bool v_cmp_o_f32(MODE, f32 a, f32 b)            { return !unordered_f32(fp, a, b); }
static bool v_cmp_u_f32(MODE, f32 a, f32 b)            { return unordered_f32(fp, a, b); }
static bool v_cmp_nge_f32(MODE, f32 a, f32 b)          { return !at_most_f32(fp, b, a); }
static bool v_cmp_nlg_f32(MODE, f32 a, f32 b)          { return !either(less_f32(fp, a, b), less_f32(fp, b, a)); }
static bool v_cmp_ngt_f32(MODE, f32 a, f32 b)          { return !less_f32(fp, b, a); }
static bool v_cmp_nle_f32(MODE, f32 a, f32 b)          { return !at_most_f32(fp, a, b); }
static bool v_cmp_neq_f32(MODE, f32 a, f32 b)          { return !equal_f32(fp, a, b); }
static bool v_cmp_nlt_f32(MODE, f32 a, f32 b)          { return !less_f32(fp, a, b); }
static bool v_cmp_t_f32(MODE, f32 a, f32 b)            { return (void)fp, (void)a, (void)b, true; }
static bool v_cmp_class_f32(MODE, f32 a, b32 classes)  { return (void)fp, (class_f32(a) & classes) != 0; }

static bool v_cmp_f_f64(MODE, f64 a, f64 b)            { return (void)fp, (void)a, (void)b, false; }
static bool v_cmp_lt_f64(MODE, f64 a, f64 b)           { return less_f64(fp, a, b); }
static bool v_cmp_eq_f64(MODE, f64 a, f64 b)           { return equal_f64(fp, a, b); }
static bool v_cmp_le_f64(MODE, f64 a, f64 b)           { return at_most_f64(fp, a, b); }
static bool v_cmp_gt_f64(MODE, f64 a, f64 b)           { return less_f64(fp, b, a); }
static bool v_cmp_lg_f64(MODE, f64 a, f64 b)           { return either(less_f64(fp, a, b), less_f64(fp, b, a)); }
static bool v_cmp_ge_f64(MODE, f64 a, f64 b)           { return at_most_f64(fp, b, a); }
static bool v_cmp_o_f64(MODE, f64 a, f64 b)            { return !unordered_f64(fp, a, b); }
static bool v_cmp_u_f64(MODE, f64 a, f64 b)            { return unordered_f64(fp, a, b); }
static bool v_cmp_nge_f64(MODE, f64 a, f64 b)          { return !at_most_f64(fp, b, a); }
static bool v_cmp_nlg_f64(MODE, f64 a, f64 b)          { return !either(less_f64(fp, a, b), less_f64(fp, b, a)); }
static bool v_cmp_ngt_f64(MODE, f64 a, f64 b)          { return !less_f64(fp, b, a); }
static bool v_cmp_nle_f64(MODE, f64 a, f64 b)          { return !at_most_f64(fp, a, b); }
static bool v_cmp_neq_f64(MODE, f64 a, f64 b)          { return !equal_f64(fp, a, b); }
static bool v_cmp_nlt_f64(MODE, f64 a, f64 b)          { return !less_f64(fp, a, b); }
static bool v_cmp_t_f64(MODE, f64 a, f64 b)            { return (void)fp, (void)a, (void)b, true; }
static bool v_cmp_class_f64(MODE, f64 a, b32 classes)  { return (void)fp, (class_f64(a) & classes) != 0; }

#include "rows_compare.inc"
