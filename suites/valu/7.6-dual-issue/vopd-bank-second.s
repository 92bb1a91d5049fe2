; The halves of a VOPD take their second sources from different banks too.
; RDNA3 ISA, 7.6.  The words are v_dual_add_f32 v0, v2, v1 :: v_dual_add_f32 v3, v4, v5: v1 and v5 are in bank 1.
; kills: hazards-unwatched
; assay: arch gfx1100
; assay: wave 32
; assay: rules valu.vopd.bank
; assay: expect finding valu.vopd.bank
; assay: observe s0
.long 0xc9080302, 0x00020b04
