; The 32-bit products V_MUL_LO_U32 and V_MUL_HI have no DPP form.
; RDNA3 ISA, 7.7, Table 30.  VOP3 0x32c with source 250 and a DPP word.
; kills: reserved-accepted
; assay: arch gfx1100
; assay: rules decode.dpp16, decode.illegal
; assay: observe s0
; assay: expect status illegal
; assay: expect s0 = 7
s_mov_b32 s0, 7
.long 0xd72c0000, 0x000204fa, 0xff00e401
