; The index counts registers, not operands: a pair moves by the same number, odd or even.
; Vega ISA, 6.9.1, 3.6.4 (pairs need no alignment).  v[4:5] + 1 = v[5:6].
; kills: index-ignored
; assay: arch gfx906
; assay: rules valu.gpr_index
; assay: state v4 = 4
; assay: state v5 = 0x00000000
; assay: state v6 = 0x3ff80000
; assay: expect v0[*] = 0x3fc00000
s_set_gpr_idx_on 1, gpr_idx(SRC0)
v_cvt_f32_f64 v0, v[4:5]
s_set_gpr_idx_off
