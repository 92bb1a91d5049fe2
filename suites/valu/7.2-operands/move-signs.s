; V_MOV_B32 and V_MOV_B16 take NEG and ABS, also with DPP: sign bits change, and nothing else, a NaN's too.
; RDNA3 ISA, 7.2.2.1; 16.8 V_MOV_B32 "suitable for negating or taking the absolute value".  No assembler writes them (errata E-151):
; v_mov_b32_e64 v0, -v4; v_mov_b32_e64 v1, |v5|; v_mov_b16_e64 v2.l, -v6.l; v_mov_b32_dpp v3, -|v7| quad_perm:[1,0,3,2].
; kills: dpp-signs-of-floats
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules valu.neg, valu.abs
; assay: state v2 = 0x12340000
; assay: state v4 = 1.0
; assay: state v5 = 0xffc00001
; assay: state v6 = 0x77773c00
; assay: state v7 = 2.0, -4.0, 2.0, -4.0
; assay: expect v0[*] = -1.0
; assay: expect v1[*] = 0x7fc00001
; assay: expect v2[*] = 0x1234bc00
; assay: expect v3[0:3] = -4.0, -2.0, -4.0, -2.0
.long 0xd5810000, 0x20000104
.long 0xd5810101, 0x00000105
.long 0xd59c0002, 0x20000106
.long 0x7e0602fa, 0xff30b107
