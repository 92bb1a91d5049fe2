; V_CMP_CLASS_F16 tests the ten kinds of f16.
; RDNA3 ISA, 16.9 V_CMP_CLASS_F16; Vega ISA, 12.9.  Lanes: signalling NaN, quiet NaN, -inf, -1, -2^-24, -0, +0, 2^-24, 1, inf; mask 0x213 = kinds 0, 1, 4, 9.
; kills: mask-keeps-old
; assay: arch gfx906 gfx1100
; assay: rules valu.class
; assay: state exec = 0x3ff
; assay: state vcc = 0xfffffc00
; assay: state v1 = 0x7c01, 0x7e00, 0xfc00, 0xbc00, 0x8001, 0x8000, 0, 1, 0x3c00, 0x7c00
; assay: state v2 = 0x213
; assay: expect vcc_lo = 0x213
; assay: observe vcc_lo
.if wave == 64
v_cmp_class_f16 vcc, v1, v2
.else
v_cmp_class_f16 vcc_lo, v1, v2
.endif
