; In wave64 a mask moves on with the pass and is not shared with a plain operand of the same number: s2, s3 and the mask s[2:3] are three.
; RDNA3 ISA, 7.2.2.3 (both passes of a wave64).  The words are v_cndmask_b32_e64 v0, s2, s3, s[2:3].
; kills: errors-unreported
; assay: arch gfx1100
; assay: wave 64
; assay: rules decode.constant_bus, valu.wave64
; assay: state s[2:3] = 7
; assay: expect s2 = 7
; assay: expect finding decode.constant_bus
; assay: observe s2
.long 0xd5010000, 0x00080602
