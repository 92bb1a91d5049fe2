; VCC of V_DUAL_CNDMASK counts as a scalar register: two more are one too many.
; RDNA3 ISA, 7.6.  The words are v_dual_cndmask_b32 v0, s1, v1 :: v_dual_add_f32 v3, s2, v2.
; kills: hazards-unwatched
; assay: arch gfx1100
; assay: wave 32
; assay: rules valu.vopd, decode.constant_bus
; assay: expect finding decode.constant_bus
; assay: observe s0
.long 0xca480201, 0x00020402
