; On gfx9 S_MAX chooses the second of two equal sources, as S_MIN does: SCC is 0, it is S0 > S1.
; Vega ISA, 12.1 S_MAX_I32, S_MIN_I32, and errata E-009.
; kills: inline-constant
; assay: arch gfx906
; assay: rules salu.minmax
; assay: state s0 = 0xfffffff0
; assay: state scc = 1
; assay: expect s1 = 0xfffffff0
; assay: expect s2 = 0
; assay: expect s3 = 0xfffffff0
; assay: expect s4 = 0
; assay: expect scc = 0
s_max_i32 s1, s0, -16
s_cselect_b32 s2, 1, 0
s_max_u32 s3, s0, -16
s_cselect_b32 s4, 1, 0
s_min_i32 s3, s0, -16
