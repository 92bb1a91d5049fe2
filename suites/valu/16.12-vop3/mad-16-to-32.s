; V_MAD_U32_U16 and V_MAD_I32_I16 multiply halves into 32 bits and add 32 bits.
; RDNA3 ISA, 16.12 V_MAD_I32_I16; Vega ISA, 12.12.  0xffff * 2 + 0x10000 = 0x2fffe; -1 * 2 + 0x10000 = 0xfffe.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules valu.multiply
; assay: state v1 = 0x1234ffff
; assay: state v2 = 2
; assay: state v3 = 0x10000
; assay: expect v0[*] = 0x2fffe
; assay: expect v4[*] = 0xfffe
v_mad_u32_u16 v0, v1, v2, v3
v_mad_i32_i16 v4, v1, v2, v3
