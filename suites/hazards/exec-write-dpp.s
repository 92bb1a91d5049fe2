; DPP needs 5 wait states after any VALU write of EXEC: a comparison into it and V_READFIRSTLANE write it as V_CMPX does.
; Vega ISA, 4.5, Table 8.  All lanes stay on: v2 = v4 = lane.
; kills: exec-by-compare-only
; assay: arch gfx906
; assay: rules hazard.exec.dpp
; assay: state v1 = lane
; assay: state v3 = 0xffffffff
; assay: expect v2[0:2] = 0, 1, 2
; assay: expect v4[0:2] = 0, 1, 2
; assay: expect finding hazard.exec.dpp
; assay: expect finding hazard.exec.dpp
v_cmp_eq_u32 exec, v1, v1
s_nop 3
v_mov_b32_dpp v2, v1 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf
v_readfirstlane_b32 exec_lo, v3
s_nop 3
v_mov_b32_dpp v4, v1 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf
