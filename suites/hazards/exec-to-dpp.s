; DPP needs 5 wait states after a VALU write of EXEC.
; Vega ISA, 4.5, Table 8.
; kills: hazards-unwatched
; assay: arch gfx906
; assay: rules hazard.exec.dpp
; assay: state v1 = lane
; assay: expect v2[0:2] = 0, 1, 2
; assay: expect finding hazard.exec.dpp
v_cmpx_ge_u32 vcc, v1, v1
s_nop 3
v_mov_b32_dpp v2, v1 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf
