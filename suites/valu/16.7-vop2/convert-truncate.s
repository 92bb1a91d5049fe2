; V_CVT_PKRTZ packs two f32 as f16 rounded towards zero whatever MODE says.
; RDNA3 ISA, 16.7 V_CVT_PK_RTZ_F16_F32; Vega ISA, 12.12.  1 + 2^-10 + 2^-11 = 0x3f803000 gives 0x3c01 (to nearest even 0x3c02); its negation 0xbc01.
; kills: rtz-nearest
; assay: arch gfx906 gfx1100
; assay: rules float.rtz
; assay: state v1 = 0x3f803000
; assay: expect v0[*] = 0xbc013c01
.if gfx906
v_cvt_pkrtz_f16_f32_e64 v0, v1, -v1
.else
v_cvt_pk_rtz_f16_f32_e64 v0, v1, -v1
.endif
