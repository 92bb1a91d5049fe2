; V_FREXP_MANT passes NaN and infinity as they are; V_FREXP_EXP of them is 0.
; RDNA3 ISA, 16.8 V_FREXP_MANT_F32, and errata E-104; Vega ISA, 12.8.  |-8.0| = 0.5 * 2^4.
; kills: abs-dropped
; assay: arch gfx906 gfx1100
; assay: rules float.frexp, float.nan
; assay: state v1 = 0x7f800001
; assay: state v2 = -inf
; assay: state v3 = -8.0
; assay: expect v0[*] = 0x7f800001
; assay: expect v4[*] = -inf
; assay: expect v5[*] = 0
; assay: expect v6[*] = 0.5
v_frexp_mant_f32 v0, v1
v_frexp_mant_f32 v4, v2
v_frexp_exp_i32_f32 v5, v1
v_frexp_mant_f32_e64 v6, |v3|
