; ROW_SHL:n lets a lane read the lane n above it, ROW_SHR:n the lane n below it, within its row of 16.
; RDNA3 ISA, 7.7.1; Vega ISA, 13.3.9.  By 15 only lane 0, or lane 15, of a row has a source; the others take 0 with BOUND_CTRL.
; kills: lanes-not-moved
; assay: arch gfx906 gfx1100
; assay: rules valu.dpp.move, valu.dpp.bounds
; assay: state v1 = lane + 100
; assay: expect v0[0:1] = 115, 0
; assay: expect v0[16:17] = 131, 0
; assay: expect v2[14:16] = 0, 100, 0
; assay: expect v2[31] = 116
s_nop 1
v_mov_b32_dpp v0, v1 row_shl:15 row_mask:0xf bank_mask:0xf bound_ctrl:1
v_mov_b32_dpp v2, v1 row_shr:15 row_mask:0xf bank_mask:0xf bound_ctrl:1
