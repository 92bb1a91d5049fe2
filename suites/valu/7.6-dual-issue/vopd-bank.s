; The halves of a VOPD take their first sources from different banks of four registers.
; RDNA3 ISA, 7.6.  v1 and v5 are both in bank 1.
; kills: hazards-unwatched
; assay: arch gfx1100
; assay: wave 32
; assay: rules valu.vopd.bank
; assay: expect finding valu.vopd.bank
; assay: observe s0
.long 0xca100101, 0x02020105
