; V_DOT2ACC_F32_F16 has no VOP3 form: RDNA3 7.1 lists it among those with SDST, and no table has such an opcode.
; RDNA3 ISA, 7.1, Tables 85 and 87; errata E-257.  It is VOP2 2, so it would be VOP3 0x102.
; kills: reserved-accepted
; assay: arch gfx1100
; assay: rules decode.promotion, decode.illegal
; assay: observe s0
; assay: expect status illegal
; assay: expect s0 = 7
s_mov_b32 s0, 7
.long 0xd5020000, 0x00020501
v_fmac_f16_e64 v1.l, v2.l, v2.l
