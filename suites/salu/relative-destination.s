; S_MOVRELD_B32 writes the register M0 beyond the one it names, and not that one.
; RDNA3 ISA, 16.3 S_MOVRELD_B32; Vega ISA, 12.3.  M0 = 3: s4 + 3 = s7.
; kills: index-ignored
; assay: arch gfx906 gfx1100
; assay: rules salu.movrel
; assay: state s0 = 5
; assay: state s4 = 40
; assay: state s7 = 70
; assay: expect s4 = 40
; assay: expect s7 = 5
; assay: expect m0 = 3
; assay: observe s4 s7 m0
s_mov_b32 m0, 3
s_nop 0
s_movreld_b32 s4, s0
