; V_PK_MUL_F16 multiplies the halves; each overflows by itself.
; RDNA3 ISA, 7.5, 16.10 V_PK_MUL_F16; Vega ISA, 12.10.  {65504 * 2.0, 1.5 * 1.5} = {inf, 2.25 = 0x4080}.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules valu.packed
; assay: state v1 = 0x7bff3e00
; assay: state v2 = 0x40003e00
; assay: expect v0[*] = 0x7c004080
v_pk_mul_f16 v0, v1, v2
