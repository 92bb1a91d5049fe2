; V_MAD_U32_U16 and V_MAD_I32_I16 multiply the halves OP_SEL names and add 32 bits.
; RDNA3 ISA, 7.2.2.4, 16.12 V_MAD_U32_U16; Vega ISA, 12.12.  0xfffd * 2 + 0x10000 = 0x2fffa; -3 * 2 + 0x10000 = 0xfffa.
; kills: half-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.half.high, valu.multiply
; assay: state v1 = 0xfffd0005
; assay: state v2 = 2
; assay: state v3 = 0x10000
; assay: expect v0[*] = 0x2fffa
; assay: expect v4[*] = 0xfffa
v_mad_u32_u16 v0, v1, v2, v3 op_sel:[1,0,0,0]
v_mad_i32_i16 v4, v1, v2, v3 op_sel:[1,0,0,0]
