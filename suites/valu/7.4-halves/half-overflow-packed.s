; FP16_OVFL holds each half of a packed result.
; RDNA3 ISA, 3.4.2 (FP16_OVFL); Vega ISA, 3.5.  {65504 * 2.0, -65504 * 2.0} = {0x7bff, 0xfbff}; {inf * 2.0, 1.0 * 2.0} = {0x7c00, 0x4000}.
; kills: op-sel-hi-ignored
; assay: arch gfx906 gfx1100
; assay: rules float.ovfl, valu.packed
; assay: state mode = 0x8003f0
; assay: state v1 = 0x7bfffbff
; assay: state v2 = 0x40004000
; assay: state v3 = 0x7c003c00
; assay: expect v0[*] = 0x7bfffbff
; assay: expect v4[*] = 0x7c004000
; assay: expect v5[*] = 0xfbfffbff
v_pk_mul_f16 v0, v1, v2
v_pk_mul_f16 v4, v3, v2
v_pk_mul_f16 v5, v1, v2 op_sel_hi:[0,1]
