; V_SWAP_B32 has no DPP form.
; RDNA3 ISA, 7.7, Table 30; Vega ISA, 13.3.9.  VOP1 0x65, Vega 0x51, with source 250 and a DPP word.
; kills: reserved-accepted
; assay: arch gfx906 gfx1100
; assay: rules decode.dpp16, decode.illegal
; assay: observe s0
; assay: expect status illegal
; assay: expect s0 = 7
s_mov_b32 s0, 7
.if gfx906
.long 0x7e00a2fa, 0xff00e401
.else
.long 0x7e00cafa, 0xff00e401
.endif
