; ABS is taken first, NEG after it: -|x| is never positive.
; RDNA3 ISA, 7.2.1; Vega ISA, 6.2.  10.0 + -|-2.5| = 7.5 and 10.0 + |-2.5| = 12.5.
; kills: abs-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.abs, valu.neg
; assay: state v1 = 10.0
; assay: state v2 = -2.5
; assay: expect v0[*] = 7.5
; assay: expect v3[*] = 12.5
v_add_f32_e64 v0, v1, -|v2|
v_add_f32_e64 v3, v1, |v2|
