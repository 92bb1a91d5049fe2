; A reversed shift hands its sources over the other way round before the index bits are looked at.
; Vega ISA, 6.9.2: shift(src1, src0).  v_lshlrev_b32 v, count v1, value v4: source 0 is the value, moved to v5 (0x50): 0x50 << 1 = 0xa0; source 1 the count, moved to v2 (4): 0x4 << 4 = 0x40.
; kills: index-ignored
; assay: arch gfx906
; assay: rules valu.gpr_index.special
; assay: state v1 = 1
; assay: state v2 = 4
; assay: state v4 = 4
; assay: state v5 = 0x50
; assay: expect v8[*] = 0xa0
; assay: expect v9[*] = 0x40
s_set_gpr_idx_on 1, gpr_idx(SRC0)
v_lshlrev_b32 v8, v1, v4
s_set_gpr_idx_mode gpr_idx(SRC1)
v_lshlrev_b32 v9, v1, v4
s_set_gpr_idx_off
