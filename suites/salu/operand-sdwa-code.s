; Source codes 249 (SDWA) and 250 (DPP) mean nothing in a scalar instruction.
; Vega ISA, 5.2.  The word is s_mov_b32 s0 with source 249.
; kills: reserved-accepted
; assay: arch gfx906
; assay: rules decode.operand.reserved
; assay: expect s0 = 7
; assay: expect status illegal
; assay: observe s0
s_movk_i32 s0, 7
.long 0xbe8000f9
