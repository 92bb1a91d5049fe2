; A lane whose DPP source lies outside the row takes 0 with BOUND_CTRL and is not written without it.
; RDNA3 ISA, 7.7.1, Table 31; Vega ISA, 13.3.9.  row_shl:1 lets lane n read n+1; lane 15 has none.
; kills: bound-ctrl
; assay: arch gfx906 gfx1100
; assay: rules valu.dpp.bounds
; assay: state v0 = 0x77
; assay: state v2 = 0x77
; assay: state v1 = lane + 100
; assay: expect v0[14:16] = 115, 0, 117
; assay: expect v2[14:16] = 115, 0x77, 117
s_nop 1
v_mov_b32_dpp v0, v1 row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_mov_b32_dpp v2, v1 row_shl:1 row_mask:0xf bank_mask:0xf
