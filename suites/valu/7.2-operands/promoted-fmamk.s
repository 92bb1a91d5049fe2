; FMAMK and FMAAK, whose constant is a literal, have no VOP3 form.
; RDNA3 ISA, 7.1.  V_FMAMK_F32 is VOP2 44, so it would be VOP3 0x12c.
; kills: reserved-accepted
; assay: arch gfx1100
; assay: rules decode.promotion, decode.illegal
; assay: observe s0
; assay: expect status illegal
; assay: expect s0 = 7
s_mov_b32 s0, 7
.long 0xd52c0000, 0x00020501
