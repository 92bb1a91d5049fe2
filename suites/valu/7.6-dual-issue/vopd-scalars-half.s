; A half of a VOPD reads one scalar register, and V_DUAL_CNDMASK reads VCC.
; RDNA3 ISA, 7.6 ("at most 1 SGPR"; "VCC counts as one SGPR read").
; kills: hazards-unwatched
; assay: arch gfx1100
; assay: wave 32
; assay: rules valu.vopd, decode.constant_bus
; assay: expect finding decode.constant_bus
; assay: observe s0
v_dual_cndmask_b32 v0, s1, v1 :: v_dual_add_f32 v3, v4, v2
