; V_DOT2_I32_I16 and V_DOT2_U32_U16 sum two products of halves into 32 bits.
; Vega ISA (7 nm), 12.10.  {-2, 3} . {5, 7} + 100 = -10 + 21 + 100 = 111; unsigned 65534 * 5 + 21 + 100 = 327791.
; kills: third-source-zero
; assay: arch gfx906
; assay: rules valu.dot
; assay: state v1 = 0xfffe0003
; assay: state v2 = 0x00050007
; assay: state v3 = 100
; assay: expect v0[*] = 111
; assay: expect v4[*] = 0x5006f
v_dot2_i32_i16 v0, v1, v2, v3
v_dot2_u32_u16 v4, v1, v2, v3
