; S_MOVRELS_B32 reads the register M0 further on.
; RDNA3 ISA, 16.3 S_MOVRELS_B32; Vega ISA, 12.3.  M0 = 18 - 16 = 2: s4 + 2 = s6.
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: rules salu.movrel, open.m0
; assay: state s1 = 18
; assay: state s5 = 50
; assay: state s6 = 60
; assay: state s7 = 70
; assay: expect s0 = 60
; assay: expect s2 = 2
s_add_u32 m0, s1, -16
s_nop 0
s_movrels_b32 s0, s4
s_mov_b32 s2, m0
