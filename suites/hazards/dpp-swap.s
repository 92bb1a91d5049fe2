; V_SWAP writes two registers, and DPP needs 2 wait states after either.
; Vega ISA, 4.5, Table 8.  v1 = 5 and v3 = 6 change places.
; kills: swap-second-unseen
; assay: arch gfx906
; assay: rules hazard.vgpr.dpp
; assay: state v1 = 5
; assay: state v3 = 6
; assay: expect v2[*] = 6
; assay: expect v4[*] = 5
; assay: expect finding hazard.vgpr.dpp
; assay: expect finding hazard.vgpr.dpp
v_swap_b32 v1, v3
v_mov_b32_dpp v2, v1 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf
v_mov_b32_dpp v4, v3 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf
