; An indexed source beyond the wave's registers is v0; with an indexed destination beyond them nothing is written.
; Vega ISA, 3.6, 6.9.1.  The wave has 8 vector registers; 4 + 9 = 13 is beyond.
; kills: range-unchecked
; assay: arch gfx906
; assay: rules valu.gpr_index, register.vgpr.range
; assay: vgprs 8
; assay: state v0 = 11
; assay: state v4 = 40
; assay: expect v1[*] = 11
; assay: expect v4[*] = 40
; assay: expect note register.vgpr.range
; assay: observe v1 v4
s_set_gpr_idx_on 9, gpr_idx(SRC0)
v_mov_b32 v1, v4
s_set_gpr_idx_mode gpr_idx(DST)
v_mov_b32 v4, v0
s_set_gpr_idx_off
