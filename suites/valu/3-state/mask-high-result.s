; Nor is one written to VCC_HI.
; RDNA3 ISA, 3.4.6 ("may not use VCC_HI or EXEC_HI").
; kills: high-mask-written
; assay: arch gfx1100
; assay: wave 32
; assay: rules valu.mask.high
; assay: expect finding valu.mask.high
; assay: observe v0
v_add_co_u32 v0, vcc_hi, v1, v2
