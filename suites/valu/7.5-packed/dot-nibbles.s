; V_DOT8_I32_I4 and V_DOT8_U32_U4 sum eight products of nibbles.
; Vega ISA (7 nm), 12.10.  Nibbles 0xf are -1 or 15: eight of them by 2, plus 100: 84 or 340.
; kills: third-source-zero
; assay: arch gfx906
; assay: rules valu.dot
; assay: state v1 = 0xffffffff
; assay: state v2 = 0x22222222
; assay: state v3 = 100
; assay: expect v0[*] = 84
; assay: expect v4[*] = 340
v_dot8_i32_i4 v0, v1, v2, v3
v_dot8_u32_u4 v4, v1, v2, v3
