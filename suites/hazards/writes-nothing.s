; With EXEC = 0 the VALU writes no VGPR, so the DPP needs no wait state after it.  V_WRITELANE ignores EXEC and is a writer.
; Vega ISA, 4.5 "VALU writes VGPR"; errata E-311.  v4 = v5 = 0 in every lane.
; kills: idle-writer
; assay: arch gfx906
; assay: rules hazard.vgpr.dpp
; assay: state v1 = 7
; assay: state v5 = 0
; assay: expect v4[*] = 0
; assay: observe v4
s_mov_b64 exec, 0
v_mov_b32 v5, v1
s_mov_b64 exec, -1
v_mov_b32_dpp v4, v5 quad_perm:[0,0,0,0] row_mask:0xf bank_mask:0xf
