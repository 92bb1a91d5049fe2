; With the destination bit alone the index moves the destination and no source.
; Vega ISA, 6.9.1.  Index 2: v0 + 2 = v2; v4 is read where it stands.
; kills: index-ignored
; assay: arch gfx906
; assay: rules valu.gpr_index
; assay: state v0 = 1
; assay: state v2 = 2
; assay: state v4 = 40
; assay: state v6 = 60
; assay: expect v0[*] = 1
; assay: expect v2[*] = 40
; assay: observe v0 v2
s_set_gpr_idx_on 2, gpr_idx(DST)
v_mov_b32 v0, v4
s_set_gpr_idx_off
