; In V_DOT4_I32_IU8 and V_DOT8_I32_IU4 NEG says which source is signed.
; RDNA3 ISA, 7.5 (NEG with IU).  0xff is 255 or -1, 0xf 15 or -1: 255 * 2 = 510 or -2; 15 * 3 = 45 or -3.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: rules valu.dot
; assay: state v1 = 0xff
; assay: state v2 = 2
; assay: state v3 = 0xf
; assay: state v4 = 3
; assay: expect v0[*] = 510
; assay: expect v5[*] = 0xfffffffe
; assay: expect v6[*] = 0xfffffffe
; assay: expect v7[*] = 45
; assay: expect v8[*] = 0xfffffffd
v_dot4_i32_iu8 v0, v1, v2, 0
v_dot4_i32_iu8 v5, v1, v2, 0 neg_lo:[1,0,0]
v_dot4_i32_iu8 v6, v2, v1, 0 neg_lo:[1,1,0]
v_dot8_i32_iu4 v7, v3, v4, 0
v_dot8_i32_iu4 v8, v3, v4, 0 neg_lo:[1,0,0]
