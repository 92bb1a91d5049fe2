; V_SUBREV and V_BFREV are indexed by the fields of their operands, as reversed shifts are.
; Vega ISA, 6.6.  Source 0 v1 + 1 = v2 (3): 40 - 3 = 37; source 1 v4 + 1 = v5 (50): 50 - 1 = 49.
; kills: index-ignored
; assay: arch gfx906
; assay: rules valu.gpr_index.special
; assay: state v1 = 1
; assay: state v2 = 3
; assay: state v4 = 40
; assay: state v5 = 50
; assay: expect v8[*] = 37
; assay: expect v9[*] = 49
s_set_gpr_idx_on 1, gpr_idx(SRC0)
v_subrev_u32 v8, v1, v4
s_set_gpr_idx_mode gpr_idx(SRC1)
v_subrev_u32 v9, v1, v4
s_set_gpr_idx_off
