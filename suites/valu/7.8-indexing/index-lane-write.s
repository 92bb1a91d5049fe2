; V_WRITELANE has its destination indexed by bit 15 and nothing else.
; Vega ISA, 6.6.2.  v4 + 2 = v6, lane 3.
; kills: index-ignored
; assay: arch gfx906
; assay: rules valu.gpr_index.special
; assay: state v4 = 4
; assay: state v6 = 6
; assay: expect v4[*] = 4
; assay: expect v6[2:4] = 6, 77, 6
; assay: observe v4 v6
s_movk_i32 s0, 77
s_set_gpr_idx_on 2, gpr_idx(SRC0,SRC1,SRC2,DST)
v_writelane_b32 v4, s0, 3
s_set_gpr_idx_off
