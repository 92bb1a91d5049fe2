; A quotient that rounds to 0 and that V_DIV_FIXUP leaves, its exponents exactly 150 apart, is scaled like a subnormal one.
; RDNA3 ISA, 16.12 V_DIV_SCALE_F32, and errata E-118; Vega ISA, VOP3 480.  2^-50 / 2^100 = 2^-150, half the least number: fields 77 and 227.  2^-50 becomes 2^14 = 0x46800000.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules float.div
; assay: state v1 = 0x71800000
; assay: state v2 = 0x26800000
; assay: expect v3[*] = 0x71800000
; assay: expect v4[*] = 0x46800000
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
