; V_LDEXP multiplies by a power of two; in f16 the exponent is a 16-bit integer.
; RDNA3 ISA, 16.7 V_LDEXP_F16, 16.12 V_LDEXP_F32, and errata E-125; Vega ISA, 12.7.  1.0 * 2^2 = 4.0 = 0x4400; 3.0 * 2^-1 = 1.5.
; kills: half-swapped
; assay: arch gfx906 gfx1100
; assay: rules float.ldexp
; assay: state v0 = 0x12340000
; assay: state v1 = 0x3c00
; assay: state v2 = 2
; assay: state v3 = 3.0
; assay[gfx906]: expect v0[*] = 0x00004400
; assay[gfx1100]: expect v0[*] = 0x12344400
; assay: expect v4[*] = 1.5
v_ldexp_f16 v0, v1, v2
v_ldexp_f32 v4, v3, -1
