; V_PK_FMAC_F16 has no VOP3 form.
; RDNA3 ISA, 7.1.  It is VOP2 60, so it would be VOP3 0x13c.
; kills: reserved-accepted
; assay: arch gfx1100
; assay: rules decode.promotion, decode.illegal
; assay: observe s0
; assay: expect status illegal
; assay: expect s0 = 7
s_mov_b32 s0, 7
.long 0xd53c0000, 0x00020501
