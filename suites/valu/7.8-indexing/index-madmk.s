; V_MADMK encodes its addend as source 1 and uses it as source 2: bit 14 moves it, bit 13 does not.
; Vega ISA, 6.6.2.  2.0 * 3.0 + v2 (1.0) = 7.0, or + v3 (10.0) = 16.0.
; kills: index-ignored
; assay: arch gfx906
; assay: rules valu.gpr_index.special
; assay: state v1 = 2.0
; assay: state v2 = 1.0
; assay: state v3 = 10.0
; assay: expect v4[*] = 7.0
; assay: expect v5[*] = 16.0
s_set_gpr_idx_on 1, gpr_idx(SRC1)
v_madmk_f32 v4, v1, 0x40400000, v2
s_set_gpr_idx_mode gpr_idx(SRC2)
v_madmk_f32 v5, v1, 0x40400000, v2
s_set_gpr_idx_off
