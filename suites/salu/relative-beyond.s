; A relative source beyond the registers reads s0; a relative destination beyond them is not written.
; Vega ISA, 3.6, 12.3; RDNA3 ISA, 3.3.1 (S_MOVREL).  The wave has 32 scalar registers: s20 + 30 = s50 is beyond.
; kills: range-unchecked
; assay: arch gfx906 gfx1100
; assay: rules salu.movrel, register.sgpr.range
; assay: sgprs 32
; assay: state s0 = 11
; assay: state s20 = 20
; assay: state s21 = 21
; assay: expect s1 = 11
; assay: expect s20 = 20
; assay: expect s2 = 30
; assay: expect note register.sgpr.range
; assay: observe s1 s2 s20
s_mov_b32 m0, 30
s_nop 0
s_movrels_b32 s1, s20
s_movreld_b32 s20, s21
s_mov_b32 s2, m0
