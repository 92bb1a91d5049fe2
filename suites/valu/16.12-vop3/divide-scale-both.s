; A subnormal reciprocal and a subnormal quotient: the denominator alone is scaled, down by 2^64, with the flag; up, as the list has it, it would overflow.
; RDNA3 ISA, 16.12 V_DIV_SCALE_F32, and errata E-118; Vega ISA, VOP3 480.  2^-10 / (1.5 * 2^127): the denominator becomes 1.5 * 2^63 = 0x5f400000.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules float.div
; assay: state v1 = 0x7f400000
; assay: state v2 = 0x3a800000
; assay: expect v3[*] = 0x5f400000
; assay: expect v4[*] = 0x3a800000
; assay[gfx906]: expect vcc = 0xffffffffffffffff
; assay[gfx906]: expect s4 = 0xffffffff
; assay[gfx1100]: expect vcc_lo = 0xffffffff
; assay[gfx1100]: expect s4 = 0xffffffff
.if wave == 64
v_div_scale_f32 v3, vcc, v1, v1, v2
v_div_scale_f32 v4, s[4:5], v2, v1, v2
.else
v_div_scale_f32 v3, vcc_lo, v1, v1, v2
v_div_scale_f32 v4, s4, v2, v1, v2
.endif
