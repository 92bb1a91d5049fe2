; VOPD exists in wave32 only: in wave64 the encoding is illegal.
; RDNA3 ISA, 7.6: dual issue is for wave32.  The words are v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v3, v2.
; kills: reserved-accepted
; assay: arch gfx1100
; assay: wave 64
; assay: rules decode.vopd
; assay: expect status illegal
.long 0xca100101, 0x00020102
