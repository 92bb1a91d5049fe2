; A denominator whose reciprocal is subnormal: both are scaled by 2^-64, without the flag.
; RDNA3 ISA, 16.12 V_DIV_SCALE_F32, and errata E-118; Vega ISA, VOP3 480.  1.5 * 2^127 becomes 1.5 * 2^63 = 0x5f400000, 2^10 becomes 2^-54 = 0x24800000; the quotient, 2^-117 / 1.5, is normal.
; kills: sources-swapped
; assay: arch gfx906 gfx1100
; assay: rules float.div
; assay: state v1 = 0x7f400000
; assay: state v2 = 0x44800000
; assay: expect v3[*] = 0x5f400000
; assay: expect v4[*] = 0x24800000
; assay[gfx906]: expect vcc = 0
; assay[gfx906]: expect s4 = 0
; assay[gfx1100]: expect vcc_lo = 0
; assay[gfx1100]: expect s4 = 0
.if wave == 64
v_div_scale_f32 v3, vcc, v1, v1, v2
v_div_scale_f32 v4, s[4:5], v2, v1, v2
.else
v_div_scale_f32 v3, vcc_lo, v1, v1, v2
v_div_scale_f32 v4, s4, v2, v1, v2
.endif
