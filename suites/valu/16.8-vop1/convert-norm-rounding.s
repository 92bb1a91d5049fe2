; Normalising conversions round by MODE, those of f16 by the setting of f16.
; RDNA3 ISA, 16.8 V_CVT_NORM_I16_F16 (Notes: "supports rounding"), and errata E-128; Vega ISA, VOP1 77.  MODE = 0x3fd: f32 upwards, f16 to zero.  0.25 * 32767 = 8191.75: 0x2000 or 0x1fff; -0.25: 0xe001.
; kills: neg-dropped
; assay: arch gfx906 gfx1100
; assay: rules float.convert.norm, float.round
; assay: state mode = 0x3fd
; assay: state v1 = 0.25
; assay: state v2 = 0x3400
; assay: state v3 = 0
; assay: expect v0[*] = 0xe0012000
; assay: expect v3[*] = 0x1fff
.if gfx906
v_cvt_pknorm_i16_f32_e64 v0, v1, -v1
.else
v_cvt_pk_norm_i16_f32_e64 v0, v1, -v1
.endif
v_cvt_norm_i16_f16 v3, v2
