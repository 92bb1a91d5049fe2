; V_CMP_CLASS tests the kinds its mask names; lane 0 holds a signalling NaN, then quiet NaN, -inf, -1, -denormal, -0, +0, +denormal, 1, inf.
; RDNA3 ISA, 16.9 V_CMP_CLASS_F32; Vega ISA, 12.9.  Bit n of the mask is kind n, so mask 0x213 = bits 0, 1, 4, 9.
; kills: mask-keeps-old
; assay: arch gfx906 gfx1100
; assay: rules valu.class
; assay: state exec = 0x3ff
; assay: state vcc = 0xfffffc00
; assay: state v1 = 0x7f800001, 0x7fc00000, 0xff800000, 0xbf800000, 0x80000001, 0x80000000, 0, 1, 0x3f800000, 0x7f800000
; assay: state v2 = 0x213
; assay: expect vcc_lo = 0x213
; assay: observe vcc_lo
.if wave == 64
v_cmp_class_f32 vcc, v1, v2
.else
v_cmp_class_f32 vcc_lo, v1, v2
.endif
