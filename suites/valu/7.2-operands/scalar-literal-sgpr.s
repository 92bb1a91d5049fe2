; A literal may stand beside the mask of a select: two scalar values.
; RDNA3 ISA, 7.2.2.3.  VCC = 1: lane 0 takes v1, the others 0x12345.
; kills: literal-zero
; assay: arch gfx1100
; assay: wave 32
; assay: rules decode.constant_bus, valu.cndmask
; assay: state vcc = 1
; assay: state v1 = 20
; assay: expect v0[0:1] = 20, 0x12345
; assay: observe v0
v_cndmask_b32 v0, 0x12345, v1, vcc_lo
