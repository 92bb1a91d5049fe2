; ROW_MASK switches rows of 16 lanes off, BANK_MASK banks of four lanes in every row.
; RDNA3 ISA, 7.7.1; Vega ISA, 13.3.9.  Rows 0b01 and banks 0b0101: lanes 0-3 and 8-11 are written.
; kills: row-mask-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.dpp.masks
; assay: state v0 = 0x77
; assay: state v1 = lane + 100
; assay: expect v0[0:9] = 103, 102, 101, 100, 0x77, 0x77, 0x77, 0x77, 111, 110
; assay: expect v0[16] = 0x77
s_nop 1
v_mov_b32_dpp v0, v1 quad_perm:[3,2,1,0] row_mask:0x1 bank_mask:0x5
