; The manual's own example: with M0 = 10, s_movrels_b32 s5, s7 reads s17.
; Vega ISA, 12.3 S_MOVRELS_B32; RDNA3 ISA, 16.3.  And s_movreld_b32 s5, s7 writes s15.
; kills: index-ignored
; assay: arch gfx906 gfx1100
; assay: rules salu.movrel
; assay: state s7 = 7
; assay: state s17 = 170
; assay: expect s5 = 170
; assay: expect s15 = 7
s_mov_b32 m0, 10
s_nop 0
s_movrels_b32 s5, s7
s_movreld_b32 s5, s7
