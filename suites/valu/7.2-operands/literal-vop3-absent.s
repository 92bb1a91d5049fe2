; On Vega a VOP3 instruction carries no literal: source code 255 makes it illegal.
; Vega ISA, 6.1.  The words are v_add_u32_e64 v0, literal, v1.
; kills: reserved-accepted
; assay: arch gfx906
; assay: rules decode.literal.vop3, decode.illegal
; assay: expect status illegal
.long 0xd1340000, 0x000202ff
.long 0x00000007
