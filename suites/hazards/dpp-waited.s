; Two wait states between a VALU write and DPP that moves the register are enough; so are two instructions.
; Vega ISA, 4.5, Table 8.  v1 = 5, v3 = 6.
; kills: wait-state-more
; assay: arch gfx906
; assay: rules hazard.vgpr.dpp, hazard.vgpr.dpp_other
; assay: state v4 = 6
; assay: expect v2[*] = 5
; assay: expect v5[*] = 6
; assay: expect s0 = 1
; assay: expect s1 = 2
v_mov_b32 v1, 5
s_nop 1
v_mov_b32_dpp v2, v1 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf
v_mov_b32 v3, v4
s_mov_b32 s0, 1
s_mov_b32 s1, 2
v_mov_b32_dpp v5, v3 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf
