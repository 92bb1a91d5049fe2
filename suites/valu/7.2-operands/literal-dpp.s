; A DPP instruction has no literal: code 255 as a source of its VOP3 form makes no instruction.
; RDNA3 ISA, 7.2.2.3.  The words are v_add3_u32 v0, v1, v1 with source 2 = 255 and a DPP word behind.
; kills: reserved-accepted
; assay: arch gfx1100
; assay: rules decode.literal.dpp
; assay: observe s0
; assay: state v1 = 1
; assay: expect status illegal
; assay: expect s0 = 7
s_mov_b32 s0, 7
.long 0xd6550000, 0x03fe02fa, 0xff00e401, 5
