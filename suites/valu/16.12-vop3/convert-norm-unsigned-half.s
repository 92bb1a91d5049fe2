; V_CVT_PK_NORM_U16_F16 scales [0, 1] to 65535 and clamps what lies outside.
; RDNA3 ISA, 16.12 V_CVT_PK_NORM_U16_F16; Vega ISA, 12.12.  1.0 gives 0xffff, -1.0 gives 0.
; kills: sources-swapped
; assay: arch gfx906 gfx1100
; assay: rules float.convert.norm
; assay: state v1 = 0x3c00
; assay: state v2 = 0xbc00
; assay: expect v0[*] = 0x0000ffff
.if gfx906
v_cvt_pknorm_u16_f16 v0, v1, v2
.else
v_cvt_pk_norm_u16_f16 v0, v1, v2
.endif
