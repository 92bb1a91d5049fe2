; A reversed shift hands its sources over the other way round, but the index bits go by the fields they stand in.
; Vega ISA, 6.6.2, errata E-079.  v_lshlrev_b32 v, count v1, value v4: M0[12] moves the count to v2 (4): 4 << 4 = 0x40; M0[13] the value to v5: 0x50 << 1 = 0xa0.
; kills: index-places-swapped
; assay: arch gfx906
; assay: rules valu.gpr_index.special
; assay: state v1 = 1
; assay: state v2 = 4
; assay: state v4 = 4
; assay: state v5 = 0x50
; assay: expect v8[*] = 0x40
; assay: expect v9[*] = 0xa0
s_set_gpr_idx_on 1, gpr_idx(SRC0)
v_lshlrev_b32 v8, v1, v4
s_set_gpr_idx_mode gpr_idx(SRC1)
v_lshlrev_b32 v9, v1, v4
s_set_gpr_idx_off
