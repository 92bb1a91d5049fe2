; Of two third sources of a VOPD one is even and the other odd; V_FMAMK takes its second register there.
; RDNA3 ISA, 7.6.  The words are v_dual_fmamk_f32 v0, v1, 2.5, v2 :: v_dual_fmamk_f32 v3, v6, 2.5, v4.
; kills: hazards-unwatched
; assay: arch gfx1100
; assay: wave 32
; assay: rules valu.vopd.bank
; assay: expect finding valu.vopd.bank
; assay: observe s0
.long 0xc8840501, 0x00020906, 0x40200000
