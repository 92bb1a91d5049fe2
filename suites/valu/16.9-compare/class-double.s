; V_CMP_CLASS_F64 takes a 32-bit mask beside a 64-bit number.
; RDNA3 ISA, 16.9 V_CMP_CLASS_F64; Vega ISA, 12.9.  The least positive subnormal is kind 7, its negation kind 4.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules valu.class
; assay: state exec = 1
; assay: state v0 = 7
; assay: state v[2:3] = 1
; assay: state v4 = 0x80
; assay: state v5 = 0x10
; assay: expect s[10:11] = 1
; assay: expect s[12:13] = 0
; assay: expect s[14:15] = 1
; assay: expect v0[0:1] = 5, 7
; assay: observe s[10:11] s[12:13] s[14:15] v0
v_cmp_class_f64 s[10:11], v[2:3], v4
v_cmp_class_f64 s[12:13], v[2:3], v5
v_cmp_class_f64 s[14:15], -v[2:3], v5
v_mov_b32 v0, 5
