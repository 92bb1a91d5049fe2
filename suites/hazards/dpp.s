; DPP needs 2 wait states after a VALU write of the register it reads.
; Vega ISA, 4.5, Table 8.
; kills: hazards-unwatched
; assay: arch gfx906
; assay: rules hazard.vgpr.dpp
; assay: state v2 = 0
; assay: expect v2[*] = 5
; assay: expect finding hazard.vgpr.dpp
v_mov_b32 v1, 5
v_mov_b32_dpp v2, v1 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf
