; ROW_MIRROR turns a row of 16 round, ROW_HALF_MIRROR each eight.
; RDNA3 ISA, 7.7.1; Vega ISA, 13.3.9.  Lane 1 reads 14, or 6; lane 17 reads 30, or 22.
; kills: lanes-not-moved
; assay: arch gfx906 gfx1100
; assay: rules valu.dpp.move
; assay: state v1 = lane + 100
; assay: expect v0[0:2] = 115, 114, 113
; assay: expect v0[17] = 130
; assay: expect v2[0:2] = 107, 106, 105
; assay: expect v2[8] = 115
; assay: expect v2[17] = 122
s_nop 1
v_mov_b32_dpp v0, v1 row_mirror row_mask:0xf bank_mask:0xf
v_mov_b32_dpp v2, v1 row_half_mirror row_mask:0xf bank_mask:0xf
