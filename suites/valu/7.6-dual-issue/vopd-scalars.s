; Each half of a VOPD may read a scalar register.
; RDNA3 ISA, 7.6.  2.0 + 3.0 = 5.0; 4.0 * 5.0 = 20.0.
; kills: vopd-y-dropped
; assay: arch gfx1100
; assay: wave 32
; assay: rules valu.vopd, decode.constant_bus
; assay: state s1 = 2.0
; assay: state s2 = 4.0
; assay: state v1 = 3.0
; assay: state v2 = 5.0
; assay: expect v0[*] = 5.0
; assay: expect v3[*] = 20.0
v_dual_add_f32 v0, s1, v1 :: v_dual_mul_f32 v3, s2, v2
