; V_FREXP_EXP gives the exponent that makes result * 2^exponent the source, subnormals included; of 0 it is 0.
; RDNA3 ISA, 16.8 V_FREXP_EXP_I32_F32, and errata E-107; Vega ISA, 12.8.  2^-149 = 0.5 * 2^-148; |-8.0| = 0.5 * 2^4.
; kills: frexp-fields
; assay: arch gfx906 gfx1100
; assay: rules float.frexp
; assay: state v1 = 0x00000001
; assay: state v2 = -8.0
; assay: state v3 = 0
; assay: expect v0[*] = 0xffffff6c
; assay: expect v4[*] = 0.5
; assay: expect v5[*] = 4
; assay: expect v6[*] = 0
v_frexp_exp_i32_f32 v0, v1
v_frexp_mant_f32_e64 v4, |v2|
v_frexp_exp_i32_f32 v5, v2
v_frexp_exp_i32_f32 v6, v3
