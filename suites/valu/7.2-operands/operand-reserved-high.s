; Source codes 209 to 232 are reserved: 232 makes no instruction.
; RDNA3 ISA, 7.2, Table 26; Vega ISA, 6.2.1.  The word is v_mov_b32 v0 with source 232.
; kills: reserved-accepted
; assay: arch gfx906 gfx1100
; assay: rules decode.operand.reserved
; assay: observe s0
; assay: expect status illegal
; assay: expect s0 = 7
s_mov_b32 s0, 7
.long 0x7e0002e8
