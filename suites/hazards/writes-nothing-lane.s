; V_WRITELANE ignores EXEC, so it is a writer with EXEC = 0, too: the DPP comes too soon.
; Vega ISA, 4.5 "VALU writes VGPR"; errata E-311.  v2 = 5 shows that the rest ran.
; kills: hazards-unwatched
; assay: arch gfx906
; assay: rules hazard.vgpr.dpp
; assay: state v5 = 0
; assay: observe v2
; assay: expect v2[*] = 5
; assay: expect finding hazard.vgpr.dpp
v_mov_b32 v2, 5
s_mov_b64 exec, 0
v_writelane_b32 v5, 3, 0
s_mov_b64 exec, -1
v_mov_b32_dpp v4, v5 quad_perm:[0,0,0,0] row_mask:0xf bank_mask:0xf
