; The normalising conversions of f16 take the halves OP_SEL names.
; RDNA3 ISA, 7.2.2.4, Table 27; Vega ISA, 13.3.4.  1.0 gives 0x7fff, -1.0 0x8001; the low half of v1 holds 0.
; kills: half-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.half.high, float.convert.norm
; assay: state v1 = 0x3c000000
; assay: state v2 = 0xbc00
; assay: expect v0[*] = 0x80017fff
.if gfx906
v_cvt_pknorm_i16_f16 v0, v1, v2 op_sel:[1,0,0]
.else
v_cvt_pk_norm_i16_f16 v0, v1, v2 op_sel:[1,0,0]
.endif
