; A mask in VCC is a scalar value: on RDNA3 one more may stand beside it.
; RDNA3 ISA, 7.2.2.3.  VCC = 1: lane 0 takes v2, the others s1.
; kills: cndmask-inverted
; assay: arch gfx1100
; assay: wave 32
; assay: rules decode.constant_bus, valu.cndmask
; assay: state vcc = 1
; assay: state s1 = 10
; assay: state v2 = 20
; assay: expect v0[0:2] = 20, 10, 10
; assay: observe v0
v_cndmask_b32 v0, s1, v2, vcc_lo
