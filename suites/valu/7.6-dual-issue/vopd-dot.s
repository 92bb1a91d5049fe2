; V_DUAL_DOT2ACC_F32_F16 adds two f16 products to its destination.
; RDNA3 ISA, 16.11.1.  2.0 * 3.0 + 4.0 * 0.5 + 10.0 = 18.0.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: wave 32
; assay: rules valu.vopd, valu.dot
; assay: state v0 = 10.0
; assay: state v1 = 0x40004400
; assay: state v2 = 0x42003800
; assay: state v4 = 7
; assay: expect v0[*] = 18.0
; assay: expect v3[*] = 7
v_dual_dot2acc_f32_f16 v0, v1, v2 :: v_dual_mov_b32 v3, v4
