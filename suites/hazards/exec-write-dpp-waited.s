; Five wait states between a VALU write of EXEC and DPP are enough; a scalar write needs none.
; Vega ISA, 4.5, Table 8.  Lanes 0 and 1 are on at the end: lane 2 keeps 9.
; kills: dpp-state-more
; assay: arch gfx906
; assay: rules hazard.exec.dpp
; assay: state v1 = lane
; assay: state v3 = 0xffffffff
; assay: state v4 = 9
; assay: expect v2[0:2] = 0, 1, 2
; assay: expect v4[0:2] = 0, 1, 9
v_readfirstlane_b32 exec_lo, v3
s_nop 4
v_mov_b32_dpp v2, v1 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf
s_mov_b64 exec, 3
v_mov_b32_dpp v4, v1 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf
