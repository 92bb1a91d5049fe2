; Of two equal sources S_MAX chooses the first and S_MIN the second: SCC is 1 and 0.
; RDNA3 ISA, 16.1 S_MAX_I32, S_MIN_I32, and errata E-009.
; kills: inline-constant
; assay: arch gfx1100
; assay: rules salu.minmax
; assay: state s0 = 0xfffffff0
; assay: expect s1 = 0xfffffff0
; assay: expect s2 = 1
; assay: expect s3 = 0xfffffff0
; assay: expect scc = 0
s_max_i32 s1, s0, -16
s_cselect_b32 s2, 1, 0
s_min_i32 s3, s0, -16
