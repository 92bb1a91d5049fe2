; Where MODE flushes input denormals a compare sees zeros.
; RDNA3 ISA, 7.2.4, 16.9; Vega ISA, 3.5, 12.9.  MODE = 0x3c0 flushes f32: 2^-149 equals 0; the f16 0x0001 does not.
; kills: denormals-kept
; assay: arch gfx906 gfx1100
; assay: rules float.compare, float.denorm.in
; assay: state mode = 0x3c0
; assay: state exec = 1
; assay: state v1 = 1
; assay: state v2 = 0
; assay: expect s10 = 1
; assay: expect s12 = 0
; assay: observe s10 s12
.if wave == 64
v_cmp_eq_f32_e64 s[10:11], v1, v2
v_cmp_eq_f16_e64 s[12:13], v1, v2
.else
v_cmp_eq_f32_e64 s10, v1, v2
v_cmp_eq_f16_e64 s12, v1, v2
.endif
