; V_CMP_CLASS looks at its source after ABS and NEG.
; RDNA3 ISA, 16.11, 7.2.2; Vega ISA, 6.2.2.  |-1.0| is a positive normal (bit 8); -|-1.0| a negative one (bit 3).
; kills: abs-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.class, valu.neg, valu.abs
; assay: state exec = 1
; assay: state v1 = -1.0
; assay: state v2 = 0x100
; assay: state v3 = 8
; assay: expect s4 = 1
; assay: expect s6 = 1
; assay: observe s4 s6
.if wave == 64
v_cmp_class_f32_e64 s[4:5], |v1|, v2
v_cmp_class_f32_e64 s[6:7], -|v1|, v3
.else
v_cmp_class_f32_e64 s4, |v1|, v2
v_cmp_class_f32_e64 s6, -|v1|, v3
.endif
