; Zeros of both signs are equal, neither is less.
; RDNA3 ISA, 16.9, Table 112; Vega ISA, 12.9.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: rules float.compare
; assay: state exec = 1
; assay: state v1 = 0.0
; assay: state v2 = -0.0
; assay: expect s10 = 1
; assay: expect s12 = 0
; assay: expect v0[0:1] = 5, 7
; assay: state v0 = 7
; assay: observe s10 s12 v0
.if wave == 64
v_cmp_eq_f32_e64 s[10:11], v1, v2
v_cmp_lt_f32_e64 s[12:13], v2, v1
.else
v_cmp_eq_f32_e64 s10, v1, v2
v_cmp_lt_f32_e64 s12, v2, v1
.endif
v_mov_b32 v0, 5
