; Rounding, fraction, mantissa and exponent of f16 clear the high half on Vega and keep it on RDNA3.
; RDNA3 ISA, 7.4; Vega ISA, 12.8, and errata E-061.  Of 2.5 (0x4100): floor 2.0, ceil 3.0, trunc 2.0, rndne 2.0, fract 0.5, mantissa 0.625 (0x3900), exponent 2.
; kills: half-swapped
; assay: arch gfx906 gfx1100
; assay: rules valu.half.keep
; assay: state v0 = 0x12340000
; assay: state v2 = 0x12340000
; assay: state v3 = 0x12340000
; assay: state v4 = 0x12340000
; assay: state v5 = 0x12340000
; assay: state v6 = 0x12340000
; assay: state v7 = 0x12340000
; assay: state v1 = 0x4100
; assay[gfx906]: expect v0[*] = 0x4000
; assay[gfx906]: expect v2[*] = 0x4200
; assay[gfx906]: expect v3[*] = 0x4000
; assay[gfx906]: expect v4[*] = 0x4000
; assay[gfx906]: expect v5[*] = 0x3800
; assay[gfx906]: expect v6[*] = 0x3900
; assay[gfx906]: expect v7[*] = 2
; assay[gfx1100]: expect v0[*] = 0x12344000
; assay[gfx1100]: expect v2[*] = 0x12344200
; assay[gfx1100]: expect v3[*] = 0x12344000
; assay[gfx1100]: expect v4[*] = 0x12344000
; assay[gfx1100]: expect v5[*] = 0x12343800
; assay[gfx1100]: expect v6[*] = 0x12343900
; assay[gfx1100]: expect v7[*] = 0x12340002
v_floor_f16 v0, v1
v_ceil_f16 v2, v1
v_trunc_f16 v3, v1
v_rndne_f16 v4, v1
v_fract_f16 v5, v1
v_frexp_mant_f16 v6, v1
v_frexp_exp_i16_f16 v7, v1
