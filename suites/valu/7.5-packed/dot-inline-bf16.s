; An inline constant of V_DOT2_F32_BF16 is the upper half of the f32, in both places.
; RDNA3 ISA, 7.5.1 (DOT2_F32_BF16).  {2.0, 4.0} . {4.0, 4.0} + 1.0 = 25.0.
; kills: inline-constant
; assay: arch gfx1100
; assay: rules valu.dot, decode.inline.float
; assay: state v1 = 0x40004080
; assay: state v2 = 1.0
; assay: expect v0[*] = 25.0
v_dot2_f32_bf16 v0, v1, 4.0, v2
