; V_DIV_FIXUP makes infinities of quotients that were lost on the way, and zeros of those whose exponents are more than 150 apart.
; RDNA3 ISA, 16.12 V_DIV_FIXUP_F32, and errata E-131; Vega ISA, VOP3 478.  A quotient that is a NaN, of -2^100 / 2^-100: -infinity.  2^-100 / -2^100, exponents 200 apart: -0.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules float.div
; assay: state v1 = 0x7fc00000
; assay: state v2 = 0x0d800000
; assay: state v3 = 0xf1800000
; assay: state v4 = 2.0
; assay: expect v0[*] = 0xff800000
; assay: expect v5[*] = 0x80000000
v_div_fixup_f32 v0, v1, v2, v3
v_div_fixup_f32 v5, v4, v3, v2
