; Of equal operands GE, LE and EQ are true, GT, LT and LG false, signed and unsigned.
; RDNA3 ISA, 6.6; Vega ISA, 5.6.  The answers are collected as bits: GE, LE, EQ of i32, then of u32, are ones: 0b111000111000.
; kills: scc-inverted
; assay: arch gfx906 gfx1100
; assay: rules salu.compare
; assay: state s0 = 0x80000000
; assay: state s2 = 0
; assay: expect s2 = 0xe38
s_cmp_ge_i32 s0, s0
s_addc_u32 s2, s2, s2
s_cmp_le_i32 s0, s0
s_addc_u32 s2, s2, s2
s_cmp_eq_i32 s0, s0
s_addc_u32 s2, s2, s2
s_cmp_gt_i32 s0, s0
s_addc_u32 s2, s2, s2
s_cmp_lt_i32 s0, s0
s_addc_u32 s2, s2, s2
s_cmp_lg_i32 s0, s0
s_addc_u32 s2, s2, s2
s_cmp_ge_u32 s0, s0
s_addc_u32 s2, s2, s2
s_cmp_le_u32 s0, s0
s_addc_u32 s2, s2, s2
s_cmp_eq_u32 s0, s0
s_addc_u32 s2, s2, s2
s_cmp_gt_u32 s0, s0
s_addc_u32 s2, s2, s2
s_cmp_lt_u32 s0, s0
s_addc_u32 s2, s2, s2
s_cmp_lg_u32 s0, s0
s_addc_u32 s2, s2, s2
