; V_READLANE and V_READFIRSTLANE have their source indexed; the scalar destination and the lane are not.
; Vega ISA, 6.6.2.  v4 + 2 = v6; all four bits are set.
; kills: index-ignored
; assay: arch gfx906
; assay: rules valu.gpr_index.special
; assay: state v4 = lane + 100
; assay: state v6 = lane + 200
; assay: state s0 = 1
; assay: state s1 = 2
; assay: expect s0 = 203
; assay: expect s1 = 200
s_set_gpr_idx_on 2, gpr_idx(SRC0,SRC1,SRC2,DST)
v_readlane_b32 s0, v4, 3
v_readfirstlane_b32 s1, v4
s_set_gpr_idx_off
