; V_FMAMK and V_FMAAK have no DPP form.
; RDNA3 ISA, 7.7, Table 30.  VOP2 44 with source 250, a DPP word and the constant.
; kills: reserved-accepted
; assay: arch gfx1100
; assay: rules decode.dpp16, decode.illegal
; assay: observe s0
; assay: expect status illegal
; assay: expect s0 = 7
s_mov_b32 s0, 7
.long 0x580004fa, 0xff00e401, 0x40400000
