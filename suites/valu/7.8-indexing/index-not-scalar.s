; The index moves vector registers only: scalar registers and constants stay.
; Vega ISA, 6.9.1.  Index 2 on both sources: s4 is s4, 7 is 7, v4 is v6.
; kills: index-ignored
; assay: arch gfx906
; assay: rules valu.gpr_index
; assay: state s4 = 400
; assay: state s6 = 600
; assay: state v4 = 40
; assay: state v6 = 60
; assay: expect v0[*] = 460
; assay: expect v1[*] = 67
s_set_gpr_idx_on 2, gpr_idx(SRC0,SRC1)
v_add_u32 v0, s4, v4
v_add_u32 v1, 7, v4
s_set_gpr_idx_off
