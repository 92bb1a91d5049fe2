; A float inline constant of V_DOT2_F32_F16 is an f32 of which OP_SEL takes halves.
; RDNA3 ISA, 7.5.1 (DOT2_F32_F16).  1.0 is 0x3f800000: halves 1.875 and 0.  {2.0, 4.0} . {1.875, 0} + 0 = 3.75.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: rules valu.dot, decode.inline.float
; assay: state v1 = 0x40004400
; assay: expect v0[*] = 3.75
v_dot2_f32_f16 v0, v1, 1.0, 0
