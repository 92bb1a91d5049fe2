; CLAMP of V_CVT_PK_RTZ_F16_F32 holds each half between 0 and 1; OMOD of packed halves is ignored.
; RDNA3 ISA, 7.2.3.1 (it is not among what ignores CLAMP; "packed float 16 results ignore the omod setting"); Vega ISA, 6.2.  2.0 and -1.0 give 1.0 and 0, 0.25 and 2.0 give 0.25 = 0x3400 and 1.0.
; kills: pk-rtz-clamp-low
; assay: arch gfx906 gfx1100
; assay: rules float.rtz
; assay: state v1 = 0x40000000
; assay: state v2 = 0xbf800000
; assay: state v3 = 0x3e800000
; assay: state v4 = 0xffffffff
; assay: expect v0[*] = 0x00003c00
; assay: expect v4[*] = 0x3c003400
; assay: expect v5[*] = 0xbc004000
.if gfx906
v_cvt_pkrtz_f16_f32_e64 v0, v1, v2 clamp
v_cvt_pkrtz_f16_f32_e64 v4, v3, v1 clamp
v_cvt_pkrtz_f16_f32_e64 v5, v1, v2 mul:4
.else
v_cvt_pk_rtz_f16_f32_e64 v0, v1, v2 clamp
v_cvt_pk_rtz_f16_f32_e64 v4, v3, v1 clamp
v_cvt_pk_rtz_f16_f32_e64 v5, v1, v2 mul:4
.endif
