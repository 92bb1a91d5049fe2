; V_MAC_LEGACY_F32 of older chips is not there: VOP3 opcode 654 is not assigned, whatever the list of names says.
; Vega ISA, 12.12 (the list of opcodes goes from 653 to 655), and ACO's notes.
; kills: reserved-accepted
; assay: arch gfx906
; assay: rules decode.illegal
; assay: expect status illegal
.long 0xd28e0000, 0x00020501
