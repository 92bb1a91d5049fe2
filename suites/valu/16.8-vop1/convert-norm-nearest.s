; Normalising conversions round once: a value just next to the middle of two integers is no tie.
; RDNA3 ISA, 16.8 V_CVT_NORM_I16_F16, 16.12 V_CVT_PK_NORM_I16_F32, and errata E-128; Vega ISA, VOP1 77 and 78, VOP3.  (1 - 2^-16) * 32767 = 32766.50001 and (1 - 2^-17) * 65535 = 65534.500008 go up; of f16 0x3802 * 32767 = 16415.4990 and 0x3804 * 65535 = 32895.4961 down.
; kills: round-to-zero
; assay: arch gfx906 gfx1100
; assay: rules float.convert.norm
; assay: state v1 = 0x3f7fff00
; assay: state v2 = 0x3f7fff80
; assay: state v3 = 0x3802
; assay: state v4 = 0x3804
; assay: state v7 = 0
; assay: state v8 = 0
; assay: expect v5[*] = 0x80017fff
; assay: expect v6[*] = 0x0000ffff
; assay: expect v7[*] = 0x401f
; assay: expect v8[*] = 0x807f
; assay: state v9 = 0xbf7fff00
.if gfx906
v_cvt_pknorm_i16_f32 v5, v1, v9
v_cvt_pknorm_u16_f32 v6, v2, v9
.else
v_cvt_pk_norm_i16_f32 v5, v1, v9
v_cvt_pk_norm_u16_f32 v6, v2, v9
.endif
v_cvt_norm_i16_f16 v7, v3
v_cvt_norm_u16_f16 v8, v4
