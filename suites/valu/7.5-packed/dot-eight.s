; V_DOT8_U32_U4 adds eight products of nibbles to source 2.
; RDNA3 ISA, 16.10 V_DOT8_U32_U4; Vega ISA, 12.10.  1*1 + 2*1 + ... + 8*1 = 36, plus 15 * 15 in place of the last 8*1: 28 + 225 + 7 = 260.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules valu.dot
; assay: state v1 = 0xf7654321
; assay: state v2 = 0xf1111111
; assay: state v3 = 7
; assay: expect v0[*] = 260
v_dot8_u32_u4 v0, v1, v2, v3
