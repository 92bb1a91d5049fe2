; Both halves of a VOPD may use the one literal.
; RDNA3 ISA, 7.6.  2.0 * 3.0 + 2.5 = 8.5; 4.0 * 2.5 + 5.0 = 15.0.
; kills: literal-zero
; assay: arch gfx1100
; assay: wave 32
; assay: rules valu.vopd, decode.literal.vop3
; assay: state v1 = 2.0
; assay: state v2 = 3.0
; assay: state v4 = 4.0
; assay: state v5 = 5.0
; assay: expect v0[*] = 8.5
; assay: expect v3[*] = 15.0
v_dual_fmaak_f32 v0, v1, v2, 0x40200000 :: v_dual_fmamk_f32 v3, v4, 0x40200000, v5
