; A literal used in two sizes is two scalar values: with a register they are three.
; RDNA3 ISA, 7.2.2.3.  The words are v_mad_u64_u32 v[4:5], null, s5, 0x1000, 0x1000.
; kills: errors-unreported
; assay: arch gfx1100
; assay: rules decode.constant_bus, decode.literal.vop3
; assay: state s5 = 1
; assay: expect s5 = 1
; assay: expect finding decode.constant_bus
; assay: observe s5
.long 0xd6fe7c04, 0x03fdfe05, 0x00001000
