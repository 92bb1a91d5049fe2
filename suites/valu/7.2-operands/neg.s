; NEG flips the sign bit of a float source, and only that.
; RDNA3 ISA, 7.2.1; Vega ISA, 6.2.  3.0 - 1.0 = 2.0; -1.0 * -0.0 (NEG of +0) = +0.
; kills: neg-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.neg, float.signed_zero
; assay: state v1 = 3.0
; assay: state v2 = 1.0
; assay: state v3 = 0.0
; assay: state v5 = -1.0
; assay: expect v0[*] = 2.0
; assay: expect v4[*] = 0
v_add_f32_e64 v0, v1, -v2
v_mul_f32_e64 v4, v5, -v3
