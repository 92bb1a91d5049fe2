; Each of the three source bits moves its own source.
; Vega ISA, 6.9.1: M0[12] source 0, M0[13] source 1, M0[14] source 2.  v_add3: 1 + 20 + 300 with one of them moved by 1: 2, 21, 301 in its place.
; kills: index-ignored
; assay: arch gfx906
; assay: rules valu.gpr_index
; assay: state v1 = 1
; assay: state v2 = 2
; assay: state v4 = 20
; assay: state v5 = 21
; assay: state v7 = 300
; assay: state v8 = 301
; assay: expect v10[*] = 322
; assay: expect v11[*] = 322
; assay: expect v12[*] = 322
; assay: expect v13[*] = 324
s_set_gpr_idx_on 1, gpr_idx(SRC0)
v_add3_u32 v10, v1, v4, v7
s_set_gpr_idx_mode gpr_idx(SRC1)
v_add3_u32 v11, v1, v4, v7
s_set_gpr_idx_mode gpr_idx(SRC2)
v_add3_u32 v12, v1, v4, v7
s_set_gpr_idx_mode gpr_idx(SRC0,SRC1,SRC2)
v_add3_u32 v13, v1, v4, v7
s_set_gpr_idx_off
