; Nor should one be written to EXEC_HI (errata E-291).
; RDNA3 ISA, 3.4.6 ("may not use VCC_HI or EXEC_HI").
; kills: high-mask-written
; assay: arch gfx1100
; assay: wave 32
; assay: rules valu.mask.high
; assay: expect note valu.mask.high
; assay: state v1 = 0xffffffff
; assay: state v2 = 1
; assay: expect v0[*] = 0
; assay: expect exec_hi = 0xffffffff
; assay: observe v0 exec_hi
v_add_co_u32 v0, exec_hi, v1, v2
