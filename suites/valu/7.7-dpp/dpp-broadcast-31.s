; ROW_BCAST:31 gives lane 31 to lanes 32 to 63; the first two rows have no source.
; Vega ISA, 13.3.9.
; kills: lanes-not-moved
; assay: arch gfx906
; assay: rules valu.dpp.move, valu.dpp.bounds
; assay: state v0 = 7
; assay: state v1 = lane + 100
; assay: expect v0[31:33] = 7, 131, 131
; assay: expect v0[48] = 131
; assay: expect v0[63] = 131
s_nop 1
v_mov_b32_dpp v0, v1 row_bcast:31 row_mask:0xf bank_mask:0xf
