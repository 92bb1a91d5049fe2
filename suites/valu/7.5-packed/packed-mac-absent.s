; V_PK_FMAC_F16 came later: VOP2 opcode 60 is not assigned.
; Vega ISA, 12.7.
; kills: reserved-accepted
; assay: arch gfx906
; assay: rules decode.illegal
; assay: expect status illegal
.long 0x78000501
