; Operations of a VOPD have no DPP form: source code 250 in it is no instruction.
; RDNA3 ISA, 7.6 (must not use DPP), 7.7, Table 30.  The words are v_dual_mov_b32 v0 :: v_dual_mov_b32 v3, v2 with source 250.
; kills: reserved-accepted
; assay: arch gfx1100
; assay: wave 32
; assay: rules decode.vopd, decode.illegal
; assay: observe s0
; assay: expect status illegal
; assay: expect s0 = 7
s_mov_b32 s0, 7
.long 0xca1000fa, 0x00020102
