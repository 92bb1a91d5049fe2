; Rounding to a whole number keeps the sign of a zero result; V_RNDNE takes the even one.
; RDNA3 ISA, 16.8 V_CEIL_F32, V_RNDNE_F32, and errata E-124; Vega ISA, 12.8.  ceil(-0.5) = -0, ceil(0.5) = 1, rndne(2.5) = 2, rndne(3.5) = 4.
; kills: abs-dropped
; assay: arch gfx906 gfx1100
; assay: rules float.convert.round, float.signed_zero
; assay: state v1 = -0.5
; assay: state v2 = 2.5
; assay: state v3 = 3.5
; assay: expect v0[*] = 0x80000000
; assay: expect v4[*] = 1.0
; assay: expect v5[*] = 2.0
; assay: expect v6[*] = 4.0
v_ceil_f32 v0, v1
v_ceil_f32_e64 v4, |v1|
v_rndne_f32 v5, v2
v_rndne_f32 v6, v3
