; VCC twice is one scalar register: a half may have it as its mask and its source.
; RDNA3 ISA, 7.6.  VCC_LO is 5: lanes 0 and 2 take v1, the others VCC_LO itself.
; kills: cndmask-inverted
; assay: arch gfx1100
; assay: wave 32
; assay: rules valu.vopd, decode.constant_bus
; assay: state vcc = 5
; assay: state v1 = 8
; assay: expect v0[0] = 8
; assay: expect v0[1] = 5
; assay: expect v0[2] = 8
; assay: expect v0[3:31] = 5
v_dual_cndmask_b32 v0, vcc_lo, v1 :: v_dual_mov_b32 v3, 0
