; V_DUAL_DOT2ACC_F32_BF16 adds two bf16 products to its destination.
; RDNA3 ISA, 16.11.1.  2.0 * 3.0 + 4.0 * 5.0 + 10.0 = 36.0, of bf16 0x4000, 0x4040, 0x4080, 0x40a0.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: wave 32
; assay: rules valu.vopd, valu.dot
; assay: state v0 = 10.0
; assay: state v1 = 0x40004080
; assay: state v2 = 0x404040a0
; assay: state v4 = 7
; assay: expect v0[*] = 36.0
; assay: expect v3[*] = 7
v_dual_dot2acc_f32_bf16 v0, v1, v2 :: v_dual_mov_b32 v3, v4
