; NEQ, NLG, NLT and NLE are what their names deny, NaN included.
; RDNA3 ISA, 16.9, Table 112; Vega ISA, 12.9.  Lanes: NaN and 1.0; 1.0 and 1.0; 1.0 and 2.0.
; kills: sources-swapped
; assay: arch gfx906 gfx1100
; assay: rules float.compare
; assay: state exec = 7
; assay: state v1 = 0x7fc00000, 1.0, 1.0
; assay: state v2 = 1.0, 1.0, 2.0
; assay: expect s10 = 5
; assay: expect s12 = 3
; assay: expect s14 = 3
; assay: expect s16 = 1
; assay: observe s10 s12 s14 s16
.if wave == 64
v_cmp_neq_f32_e64 s[10:11], v1, v2
v_cmp_nlg_f32_e64 s[12:13], v1, v2
v_cmp_nlt_f32_e64 s[14:15], v1, v2
v_cmp_nle_f32_e64 s[16:17], v1, v2
.else
v_cmp_neq_f32_e64 s10, v1, v2
v_cmp_nlg_f32_e64 s12, v1, v2
v_cmp_nlt_f32_e64 s14, v1, v2
v_cmp_nle_f32_e64 s16, v1, v2
.endif
