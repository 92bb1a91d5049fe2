; V_MADAK has its factor as source 1, which bit 13 moves; its addend is the constant.
; Vega ISA, 6.6.2.  2.0 * v3 (10.0) + 3.0 = 23.0; with bit 14 alone 2.0 * v2 (1.0) + 3.0 = 5.0.
; kills: index-ignored
; assay: arch gfx906
; assay: rules valu.gpr_index.special
; assay: state v1 = 2.0
; assay: state v2 = 1.0
; assay: state v3 = 10.0
; assay: expect v4[*] = 23.0
; assay: expect v5[*] = 5.0
s_set_gpr_idx_on 1, gpr_idx(SRC1)
v_madak_f32 v4, v1, v2, 0x40400000
s_set_gpr_idx_mode gpr_idx(SRC2)
v_madak_f32 v5, v1, v2, 0x40400000
s_set_gpr_idx_off
