; An inline constant of an integer dot product is 32 bits: -1 is four bytes of ones.
; RDNA3 ISA, 7.5.1 (DOT4, DOT8).  (1 + 2 + 3 + 4) * 255 = 2550; -16 is {255, 255, 255, 240}: (1 + 2 + 3) * 255 + 4 * 240 = 2490.
; kills: inline-constant
; assay: arch gfx1100
; assay: rules valu.dot, decode.inline.int
; assay: state v1 = 0x01020304
; assay: expect v0[*] = 2550
; assay: expect v2[*] = 2490
v_dot4_u32_u8 v0, v1, -1, 0
v_dot4_u32_u8 v2, v1, -16, 0
