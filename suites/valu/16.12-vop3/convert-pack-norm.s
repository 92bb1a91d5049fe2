; Normalising conversions map [-1, 1] to +-32767 and [0, 1] to 0..65535, and clamp what lies outside.
; RDNA3 ISA, 16.12 V_CVT_PK_NORM_I16_F32; Vega ISA, 12.12.  -1.0 gives 0x8001, 2.0 gives 0x7fff; unsigned -1.0 gives 0, 1.0 gives 0xffff; 0.25 * 32767 = 8191.75 gives 0x2000.
; kills: norm-wraps
; assay: arch gfx906 gfx1100
; assay: rules float.convert.norm
; assay: state v1 = 1.0
; assay: state v2 = 2.0
; assay: state v3 = 0.25
; assay: expect v0[*] = 0x7fff8001
; assay: expect v4[*] = 0xffff0000
; assay: expect v5[*] = 0xe0002000
.if gfx906
v_cvt_pknorm_i16_f32_e64 v0, -v1, v2
v_cvt_pknorm_u16_f32_e64 v4, -v1, v1
v_cvt_pknorm_i16_f32_e64 v5, v3, -v3
.else
v_cvt_pk_norm_i16_f32_e64 v0, -v1, v2
v_cvt_pk_norm_u16_f32_e64 v4, -v1, v1
v_cvt_pk_norm_i16_f32_e64 v5, v3, -v3
.endif
