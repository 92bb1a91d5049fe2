; 24-bit products take 24 bits of each source, the signed ones with bit 23 as sign.
; RDNA3 ISA, 16.7 V_MUL_U32_U24; Vega ISA, 12.7.  0xff000003 counts as 3: 3 * 5 = 15; 0x00ffffff is -1 for the signed form: -1 * 5 = -5.
; kills: mul24-wide
; assay: arch gfx906 gfx1100
; assay: rules valu.mul24
; assay: state v1 = 0xff000003
; assay: state v2 = 5
; assay: state v3 = 0x00ffffff
; assay: expect v0[*] = 15
; assay: expect v4[*] = 0xfffffffb
; assay: expect v5[*] = 20
v_mul_u32_u24 v0, v1, v2
v_mul_i32_i24 v4, v3, v2
v_mad_u32_u24 v5, v1, v2, v2
