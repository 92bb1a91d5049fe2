; NEG and ABS of V_DOT2_F16_F16 in VOP3 are for both halves of a pair.
; RDNA3 ISA, 7.1 (NEG, ABS: "the input"), 16.12 V_DOT2_F16_F16, and errata E-127.  -(2 * 3) - (4 * 0.5) + 1 = -7 = 0xc700; |-2| * 3 + |-4| * 0.5 + 1 = 9 = 0x4880.
; kills: abs-dropped
; assay: arch gfx1100
; assay: rules valu.dot, valu.neg, valu.abs
; assay: state v0 = 0
; assay: state v4 = 0
; assay: state v1 = 0x40004400
; assay: state v2 = 0x42003800
; assay: state v3 = 0x3c00
; assay: state v5 = 0xc000c400
; assay: expect v0[*] = 0xc700
; assay: expect v4[*] = 0x4880
v_dot2_f16_f16 v0, -v1, v2, v3
v_dot2_f16_f16 v4, |v5|, v2, v3
