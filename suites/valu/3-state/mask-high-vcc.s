; In wave32 drivers keep masks in VCC_HI, too, so there is no note (errata E-291).
; RDNA3 ISA, 3.4.6 ("may not use VCC_HI or EXEC_HI").
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: wave 32
; assay: rules valu.mask.high
; assay: state vcc = 0x300000000
; assay: state v1 = 1
; assay: state v2 = 2
; assay: expect v0[0:31] = 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1
; assay: observe v0
v_cndmask_b32_e64 v0, v1, v2, vcc_hi
