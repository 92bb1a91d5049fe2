; A class is that of the bits: MODE does not turn a subnormal into a zero.
; RDNA3 ISA, 16.9 V_CMP_CLASS_F32, and errata E-075; Vega ISA, 12.9.  MODE = 0x300 flushes all; 0x80 asks for positive denormals: lane 0 of two.
; kills: mask-keeps-old
; assay: arch gfx906 gfx1100
; assay: rules valu.class, float.denorm.in
; assay: state mode = 0x300
; assay: state exec = 3
; assay: state vcc = 0xf0
; assay: state v1 = 1, 0
; assay: state v2 = 0x80
; assay: expect vcc_lo = 1
; assay: observe vcc_lo
.if wave == 64
v_cmp_class_f32 vcc, v1, v2
.else
v_cmp_class_f32 vcc_lo, v1, v2
.endif
