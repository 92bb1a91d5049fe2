; Without BOUND_CTRL a lane with no source keeps its register whole; with it the operation runs with 0 as source 0.
; RDNA3 ISA, 7.7.1, Table 31; Vega ISA, 13.3.9.  row_shr:1: lane 0 has no source.  1 + lane - 1 for the others; 0 + 1000 for lane 0.
; kills: bound-ctrl
; assay: arch gfx906 gfx1100
; assay: rules valu.dpp.bounds
; assay: state v0 = 5
; assay: state v3 = 5
; assay: state v1 = lane
; assay: state v2 = 1000
; assay: expect v0[0:2] = 5, 1000, 1001
; assay: expect v3[0:2] = 1000, 1000, 1001
s_nop 1
.if gfx906
v_add_u32_dpp v0, v1, v2 row_shr:1 row_mask:0xf bank_mask:0xf
v_add_u32_dpp v3, v1, v2 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
.else
v_add_nc_u32_dpp v0, v1, v2 row_shr:1 row_mask:0xf bank_mask:0xf
v_add_nc_u32_dpp v3, v1, v2 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
.endif
