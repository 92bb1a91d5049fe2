; An inline constant of V_DOT2ACC_F32_F16 is an f16 in both halves.
; RDNA3 ISA, 7.5.1 (DOT2ACC_F32_F16: duplicate low to high).  {4.0, 4.0} . {2.0, 4.0} + 1.0 = 25.0.
; kills: inline-constant
; assay: arch gfx1100
; assay: rules valu.dot, decode.inline.float
; assay: state v0 = 1.0
; assay: state v1 = 0x40004400
; assay: expect v0[*] = 25.0
v_dot2acc_f32_f16 v0, 4.0, v1
