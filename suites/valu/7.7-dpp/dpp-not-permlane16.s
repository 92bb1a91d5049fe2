; V_PERMLANE16 has no DPP form.
; RDNA3 ISA, 7.7, Table 30.  VOP3 0x25b with source 250 and a DPP word.
; kills: reserved-accepted
; assay: arch gfx1100
; assay: rules decode.dpp16, decode.illegal
; assay: observe s0
; assay: expect status illegal
; assay: expect s0 = 7
s_mov_b32 s0, 7
.long 0xd65b0000, 0x001200fa, 0xff00e401
