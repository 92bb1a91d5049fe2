; With a zero operand the result is a NaN, and the flag is set.
; RDNA3 ISA, 16.12 V_DIV_SCALE_F32, and errata E-118; Vega ISA, VOP3 480.  0 / 1.0, as a compiler asks for its numerator and its denominator; with the numerator read as 0 nothing would change, so v5 is one of 3.0 / 2.0, which stays as it is.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules float.div
; assay: state v1 = 0
; assay: state v2 = 0x3f800000
; assay: state v6 = 3.0
; assay: state v7 = 2.0
; assay: expect v5[*] = 3.0
; assay: expect v3[*] = nan
; assay: expect v4[*] = nan
; assay[gfx906]: expect vcc = 0xffffffffffffffff
; assay[gfx906]: expect s4 = 0xffffffff
; assay[gfx1100]: expect vcc_lo = 0xffffffff
; assay[gfx1100]: expect s4 = 0xffffffff
.if wave == 64
v_div_scale_f32 v3, vcc, v1, v1, v2
v_div_scale_f32 v4, s[4:5], v2, v1, v2
v_div_scale_f32 v5, s[6:7], v6, v7, v6
.else
v_div_scale_f32 v3, vcc_lo, v1, v1, v2
v_div_scale_f32 v4, s4, v2, v1, v2
v_div_scale_f32 v5, s6, v6, v7, v6
.endif
