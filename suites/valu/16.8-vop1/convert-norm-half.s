; The normalising conversions of f16, to one half and to two.
; RDNA3 ISA, 16.8 V_CVT_NORM_I16_F16; Vega ISA, 12.8, 12.12.  1.0 gives 0x7fff or 0xffff; {1.0, -1.0}: 0x7fff, 0x8001.
; kills: neg-dropped
; assay: arch gfx906 gfx1100
; assay: rules float.convert.norm
; assay: state v0 = 0
; assay: state v4 = 0
; assay: state v1 = 0x3c00
; assay: expect v0[*] = 0x7fff mask 0xffff
; assay: expect v4[*] = 0xffff mask 0xffff
; assay: expect v5[*] = 0x80017fff
v_cvt_norm_i16_f16 v0, v1
v_cvt_norm_u16_f16 v4, v1
.if gfx906
v_cvt_pknorm_i16_f16 v5, v1, -v1
.else
v_cvt_pk_norm_i16_f16 v5, v1, -v1
.endif
