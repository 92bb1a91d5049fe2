; A quotient near the greatest numbers: the denominator alone is scaled, by 2^64, with the flag.
; RDNA3 ISA, 16.12 V_DIV_SCALE_F32, and errata E-118; Vega ISA, VOP3 480.  2^127 / 2^-1: exponent fields 254 and 126 are 128 apart, 96 or more.  2^-1 becomes 2^63 = 0x5f000000.
; kills: sources-swapped
; assay: arch gfx906 gfx1100
; assay: rules float.div
; assay: state v1 = 0x3f000000
; assay: state v2 = 0x7f000000
; assay: expect v3[*] = 0x5f000000
; assay: expect v4[*] = 0x7f000000
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
