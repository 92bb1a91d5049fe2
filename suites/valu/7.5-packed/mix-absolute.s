; In mixed operations NEG_HI is ABS, taken before NEG.
; RDNA3 ISA, 7.5 (NEG_HI); Vega ISA, 6.7.  |-2.0| * 3.0 + -|-1.0| = 5.0.
; kills: neg-hi-dropped
; assay: arch gfx1100
; assay: rules valu.mix, valu.abs
; assay: state v1 = -2.0
; assay: state v2 = 3.0
; assay: state v3 = -1.0
; assay: expect v0[*] = 5.0
v_fma_mix_f32 v0, |v1|, v2, -|v3|
