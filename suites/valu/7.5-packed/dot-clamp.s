; CLAMP saturates the sum of an integer dot product.
; RDNA3 ISA, 7.5 (CLMP), 16.10 V_DOT4_U32_U8; Vega ISA, 12.10.  4 * 255 * 255 = 260100 = 0x3f804, plus 0xfffffff0 is past 32 bits; without CLAMP 0x3f7f4.
; kills: clamp-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.dot, valu.clamp.int
; assay: state v1 = 0xffffffff
; assay: state v3 = 0xfffffff0
; assay: expect v0[*] = 0xffffffff
; assay: expect v4[*] = 0x3f7f4
v_dot4_u32_u8 v0, v1, v1, v3 clamp
v_dot4_u32_u8 v4, v1, v1, v3
