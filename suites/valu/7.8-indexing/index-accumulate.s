; V_MAC reads its addend from its destination, which bit 15 moves; bit 14 moves nothing.
; Vega ISA, 6.6.2.  Index 1: v5 = 2.0 * 3.0 + v5 (100.0) = 106.0; with bit 14 alone v4 = 2.0 * 3.0 + v4 (10.0) = 16.0.
; kills: index-ignored
; assay: arch gfx906
; assay: rules valu.gpr_index.special
; assay: state v1 = 2.0
; assay: state v2 = 3.0
; assay: state v4 = 10.0
; assay: state v5 = 100.0
; assay: expect v4[*] = 16.0
; assay: expect v5[*] = 106.0
s_set_gpr_idx_on 1, gpr_idx(DST)
v_mac_f32 v4, v1, v2
s_set_gpr_idx_mode gpr_idx(SRC2)
v_mac_f32 v4, v1, v2
s_set_gpr_idx_off
