; Every ordered compare with a NaN is false; the negated ones, and U, are true.
; RDNA3 ISA, 16.9, Table 112; Vega ISA, 12.9.  Lane 0 compares NaN with 1.0, lane 1 1.0 with 2.0.
; kills: mask-keeps-old
; assay: arch gfx906 gfx1100
; assay: rules float.compare
; assay: state exec = 3
; assay: state s10 = 0xff
; assay: state s12 = 0xff
; assay: state s14 = 0xff
; assay: state s16 = 0xff
; assay: state s18 = 0xff
; assay: state v1 = 0x7fc00000, 1.0
; assay: state v2 = 1.0, 2.0
; assay: expect s10 = 2
; assay: expect s12 = 0
; assay: expect s14 = 3
; assay: expect s16 = 1
; assay: expect s18 = 2
; assay: observe s10 s12 s14 s16 s18
.if wave == 64
v_cmp_lt_f32_e64 s[10:11], v1, v2
v_cmp_ge_f32_e64 s[12:13], v1, v2
v_cmp_nge_f32_e64 s[14:15], v1, v2
v_cmp_u_f32_e64 s[16:17], v1, v2
v_cmp_o_f32_e64 s[18:19], v1, v2
.else
v_cmp_lt_f32_e64 s10, v1, v2
v_cmp_ge_f32_e64 s12, v1, v2
v_cmp_nge_f32_e64 s14, v1, v2
v_cmp_u_f32_e64 s16, v1, v2
v_cmp_o_f32_e64 s18, v1, v2
.endif
