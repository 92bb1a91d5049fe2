; On RDNA3 the mask of a select is a third scalar value beside two registers.
; RDNA3 ISA, 7.2.2.3 (VCC used implicitly counts).  The words are v_cndmask_b32_e64 v0, s1, s2, vcc_lo.
; kills: errors-unreported
; assay: arch gfx1100
; assay: wave 32
; assay: rules decode.constant_bus
; assay: state s1 = 1
; assay: state s2 = 2
; assay: state vcc = 0
; assay: expect s1 = 1
; assay: expect finding decode.constant_bus
; assay: observe s1
.long 0xd5010000, 0x01a80401
