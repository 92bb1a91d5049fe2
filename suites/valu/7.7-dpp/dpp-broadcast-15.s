; ROW_BCAST:15 gives the last lane of each row to the whole next row; the first row has none.
; Vega ISA, 13.3.9.  Lanes 16 to 31 read 15, 32 to 47 read 31, 48 to 63 read 47; lanes 0 to 15 keep 7.
; kills: lanes-not-moved
; assay: arch gfx906
; assay: rules valu.dpp.move, valu.dpp.bounds
; assay: state v0 = 7
; assay: state v1 = lane + 100
; assay: expect v0[0] = 7
; assay: expect v0[15:17] = 7, 115, 115
; assay: expect v0[32] = 131
; assay: expect v0[47:48] = 131, 147
; assay: expect v0[63] = 147
s_nop 1
v_mov_b32_dpp v0, v1 row_bcast:15 row_mask:0xf bank_mask:0xf
