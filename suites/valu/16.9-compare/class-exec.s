; V_CMPX_CLASS leaves on the lanes whose value is of a kind asked for.
; RDNA3 ISA, 16.9 V_CMPX_CLASS_F32; Vega ISA, 12.9.  Kinds 2 and 9, the infinities: lanes 1 and 2.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: rules valu.class, valu.compare.exec
; assay: state exec = 7
; assay: state vcc = 0
; assay: state v0 = 5
; assay: state v1 = 0x3f800000, 0x7f800000, 0xff800000
; assay: state v2 = 0x204
; assay: expect exec_lo = 6
; assay: expect v0[0:3] = 5, 9, 9, 5
; assay: observe exec_lo v0
.if gfx906
v_cmpx_class_f32 vcc, v1, v2
.else
v_cmpx_class_f32 v1, v2
.endif
v_mov_b32 v0, 9
