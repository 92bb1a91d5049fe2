; In wave32 VCC_HI holds no mask.
; RDNA3 ISA, 3.4.6 ("may not use VCC_HI or EXEC_HI").
; kills: hazards-unwatched
; assay: arch gfx1100
; assay: wave 32
; assay: rules valu.mask.high
; assay: expect finding valu.mask.high
; assay: observe v0
v_cndmask_b32_e64 v0, v1, v2, vcc_hi
