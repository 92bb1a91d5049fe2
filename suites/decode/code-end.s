; An instruction of two dwords of which the code holds one is no instruction.
; RDNA3 ISA, 15.3.4 (VOP3); Vega ISA, 13.3.4: V_FMA_F32 is 64 bits long.  gfx906 opcode 459, gfx1100 opcode 531.
; kills: reserved-accepted
; assay: arch gfx906 gfx1100
; assay: rules decode.length
; assay: observe s0
; assay: expect status illegal
; assay: expect s0 = 7
s_mov_b32 s0, 7
.if gfx906
.long 0xd1cb0000
.else
.long 0xd6130000
.endif
