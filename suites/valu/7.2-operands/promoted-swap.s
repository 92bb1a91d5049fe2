; V_SWAP_B32 has no VOP3 form.
; RDNA3 ISA, 7.1; Vega ISA, 13.3.4.  VOP1 0x65 (Vega 0x51) would be VOP3 0x1e5 (0x191).
; kills: reserved-accepted
; assay: arch gfx906 gfx1100
; assay: rules decode.promotion, decode.illegal
; assay: observe s0
; assay: expect status illegal
; assay: expect s0 = 7
s_mov_b32 s0, 7
.if gfx906
.long 0xd1910000, 0x00000101
.else
.long 0xd5e50000, 0x00000101
.endif
