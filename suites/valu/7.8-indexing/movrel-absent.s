; Vega has no V_MOVREL, index mode took its place: the VOP1 opcodes of later chips' relative moves are not assigned.
; Vega ISA, 12.8, 6.9.  The word has opcode 84, beyond the end of the list.
; kills: reserved-accepted
; assay: arch gfx906
; assay: rules decode.illegal, valu.gpr_index
; assay: expect status illegal
.long 0x7e00a901
