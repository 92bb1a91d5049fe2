; In GPR index mode the index is added to the register numbers the mask names.
; Vega ISA, 3.9, 12.5 S_SET_GPR_IDX_ON.  Index 18 - 16 = 2 on source 0: v4 + 2 = v6.
; kills: inline-constant
; assay: arch gfx906
; assay: rules valu.gpr_index
; assay: state s0 = 18
; assay: state v4 = 40
; assay: state v6 = 60
; assay: state v7 = 70
; assay: expect v0[*] = 60
; assay: expect v1[*] = 40
s_add_u32 s1, s0, -16
s_set_gpr_idx_on s1, gpr_idx(SRC0)
v_mov_b32 v0, v4
s_set_gpr_idx_off
v_mov_b32 v1, v4
