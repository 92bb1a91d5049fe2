; V_FRACT stays below 1.
; RDNA3 ISA, 16.8 V_FRACT_F32, and errata E-112; Vega ISA, 12.8.  -2^-30 - (-1) rounds to 1.0, so 0x3f7fffff; fract(2^-30) = 2^-30; fract(-1.25) = 0.75.
; kills: fract-one
; assay: arch gfx906 gfx1100
; assay: rules float.convert.round
; assay: state v1 = 0xb0800000
; assay: state v2 = -1.25
; assay: expect v0[*] = 0x3f7fffff
; assay: expect v3[*] = 0x30800000
; assay: expect v4[*] = 0.75
v_fract_f32 v0, v1
v_fract_f32_e64 v3, |v1|
v_fract_f32 v4, v2
