; The integer dot products have no DPP form.
; RDNA3 ISA, 7.7, Table 30.  V_DOT4_U32_U8 (VOP3P 23) with source 250 and a DPP word.
; kills: reserved-accepted
; assay: arch gfx1100
; assay: rules decode.dpp16, decode.illegal
; assay: observe s0
; assay: expect status illegal
; assay: expect s0 = 7
s_mov_b32 s0, 7
.long 0xcc174000, 0x1c0e04fa, 0xff00e401
