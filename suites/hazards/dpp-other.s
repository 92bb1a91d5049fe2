; Of the sources that DPP does not move, a write 0 or 1 wait states before is noted: the table says "reads that VGPR", hardware wants the
; states for the moved one (errata E-175).
; Vega ISA, 4.5, Table 8.  1 + 5 = 6.
; kills: hazards-unwatched
; assay: arch gfx906
; assay: rules hazard.vgpr.dpp_other
; assay: state v3 = 1
; assay: expect v2[*] = 6
; assay: expect note hazard.vgpr.dpp_other
v_mov_b32 v1, 5
s_nop 0
v_add_u32_dpp v2, v3, v1 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf
