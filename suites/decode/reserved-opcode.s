; An encoding that is not defined is an illegal instruction; nothing after it runs.
; RDNA3 ISA, 15.1; Vega ISA, 13.1: SOPP opcode 127 is in neither list.  0xbf800000 | 127 << 16 = 0xbfff0000.
; kills: reserved-accepted
; assay: arch gfx906 gfx1100
; assay: rules decode.illegal
; assay: observe s0
; assay: expect status illegal
; assay: expect s0 = 1
; assay: expect instructions = 1
s_mov_b32 s0, 1
.long 0xbfff0000
s_mov_b32 s0, 2
