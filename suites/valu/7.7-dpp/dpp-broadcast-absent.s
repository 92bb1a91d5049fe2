; RDNA3 has no row_bcast: control 142 is no instruction.
; RDNA3 ISA, 7.7.1 (no control 142).
; kills: reserved-accepted
; assay: arch gfx1100
; assay: rules valu.dpp.move, decode.illegal
; assay: observe s0
; assay: expect status illegal
; assay: expect s0 = 7
s_mov_b32 s0, 7
.long 0x7e0002fa, 0xff014201
