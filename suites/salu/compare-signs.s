; The signed compares order -16 below 1, the unsigned ones above it.
; RDNA3 ISA, 6.4; Vega ISA, 5.6.  As unsigned -16 is 0xfffffff0, and s0 is exactly that.
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: rules salu.compare
; assay: state s0 = 0xfffffff0
; assay: expect s1 = 1
; assay: expect s2 = 0
; assay: expect s3 = 1
; assay: expect scc = 1
s_cmp_lt_i32 s0, 1
s_cselect_b32 s1, 1, 0
s_cmp_lt_u32 s0, 1
s_cselect_b32 s2, 1, 0
s_cmp_eq_u32 s0, -16
s_cselect_b32 s3, 1, 0
