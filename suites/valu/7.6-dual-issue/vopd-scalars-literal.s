; Two scalar registers and a literal are one scalar value too many for a VOPD.
; RDNA3 ISA, 7.6 (2 SGPRs, or 1 SGPR and 1 literal).  The words are v_dual_add_f32 v0, s1, v1 :: v_dual_fmaak_f32 v3, s2, v2, 2.5.
; kills: hazards-unwatched
; assay: arch gfx1100
; assay: wave 32
; assay: rules valu.vopd, decode.constant_bus
; assay: expect finding decode.constant_bus
; assay: observe s0
.long 0xc9020201, 0x00020402, 0x40200000
