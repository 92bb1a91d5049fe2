; V_CVT_PK_RTZ rounds a number past the f16 range to the largest, for it rounds toward zero; infinity stays.
; RDNA3 ISA, 16.7 V_CVT_PK_RTZ_F16_F32; Vega ISA, 12.12.  1e6 = 0x7bff, inf = 0x7c00.
; kills: sources-swapped
; assay: arch gfx906 gfx1100
; assay: rules float.rtz
; assay: state v1 = 1e6
; assay: state v2 = inf
; assay: expect v0[*] = 0x7c007bff
.if gfx906
v_cvt_pkrtz_f16_f32 v0, v1, v2
.else
v_cvt_pk_rtz_f16_f32 v0, v1, v2
.endif
