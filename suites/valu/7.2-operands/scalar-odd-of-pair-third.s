; An odd register, the pair it ends and another register are three scalar values.
; RDNA3 ISA, 7.2.2.3.  The words are v_mad_u64_u32 v[4:5], null, s3, s5, s[2:3].
; kills: errors-unreported
; assay: arch gfx1100
; assay: rules decode.constant_bus
; assay: state s[2:3] = 7
; assay: state s5 = 1
; assay: expect s5 = 1
; assay: expect finding decode.constant_bus
; assay: observe s5
.long 0xd6fe7c04, 0x00080a03
