; The four bits of ROW_MASK are the four rows of a wave of 64.
; RDNA3 ISA, 7.7.1; Vega ISA, 13.3.9.  0xa: rows 1 and 3.
; kills: row-mask-ignored
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules valu.dpp.masks
; assay: state v0 = 7
; assay: state v1 = lane + 100
; assay: expect v0[15:17] = 7, 117, 116
; assay: expect v0[47:49] = 7, 149, 148
; assay: expect v0[32] = 7
s_nop 1
v_mov_b32_dpp v0, v1 quad_perm:[1,0,3,2] row_mask:0xa bank_mask:0xf
