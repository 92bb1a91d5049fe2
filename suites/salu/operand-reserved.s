; The reserved source codes are no scalar operands either.
; RDNA3 ISA, 6.2, Table 19; Vega ISA, 5.2.  The word is s_mov_b32 s0 with source 220.
; kills: reserved-accepted
; assay: arch gfx906 gfx1100
; assay: rules decode.operand.reserved
; assay: observe s0
; assay: expect status illegal
; assay: expect s0 = 7
s_mov_b32 s0, 7
.if gfx906
.long 0xbe8000dc
.else
.long 0xbe8000dc
.endif
