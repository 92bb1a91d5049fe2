; S_MOVRELD_B64 moves a pair by an even M0.
; RDNA3 ISA, 16.3 S_MOVRELD_B64; Vega ISA, 12.3.  M0 = 4: s[4:5] + 4 = s[8:9].
; kills: index-ignored
; assay: arch gfx906 gfx1100
; assay: rules salu.movrel
; assay: state s[0:1] = 0x1111111122222222
; assay: state s[4:5] = 0
; assay: state s[8:9] = 0
; assay: expect s[4:5] = 0
; assay: expect s[8:9] = 0x1111111122222222
; assay: observe s[4:5] s[8:9]
s_mov_b32 m0, 4
s_nop 0
s_movreld_b64 s[4:5], s[0:1]
