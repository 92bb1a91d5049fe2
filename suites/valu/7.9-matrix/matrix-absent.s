; Matrix operations came later: VOP3P opcode 64 is not assigned.
; Vega ISA, 12.10.
; kills: reserved-accepted
; assay: arch gfx906
; assay: rules decode.illegal
; assay: expect status illegal
.long 0xd3c00000, 0x04020501
