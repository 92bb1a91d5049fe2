; RDNA3 has no DPP moves across rows: the controls of Vega's wave_shl are no instruction.
; RDNA3 ISA, 7.7.1 (no control 130).  The words are v_mov_b32 v0, v1 with control 130.
; kills: reserved-accepted
; assay: arch gfx1100
; assay: rules valu.dpp.move, decode.illegal
; assay: observe s0
; assay: expect status illegal
; assay: expect s0 = 7
s_mov_b32 s0, 7
.long 0x7e0002fa, 0xff013001
