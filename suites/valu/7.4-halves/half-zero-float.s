; f16 differences, products, minima and maxima clear the high half on Vega and keep it on RDNA3.
; RDNA3 ISA, 7.4; Vega ISA, 12.7, and errata E-061.  1.0 and 2.0: 1 - 2 = -1.0 (0xbc00), 2 - 1 = 1.0, product 2.0, min 1.0, max 2.0.
; kills: half-swapped
; assay: arch gfx906 gfx1100
; assay: rules valu.half.keep
; assay: state v0 = 0x12340000
; assay: state v2 = 0x12340000
; assay: state v3 = 0x12340000
; assay: state v4 = 0x12340000
; assay: state v5 = 0x12340000
; assay: state v1 = 0x3c00
; assay: state v6 = 0x4000
; assay[gfx906]: expect v0[*] = 0xbc00
; assay[gfx906]: expect v2[*] = 0x3c00
; assay[gfx906]: expect v3[*] = 0x4000
; assay[gfx906]: expect v4[*] = 0x3c00
; assay[gfx906]: expect v5[*] = 0x4000
; assay[gfx1100]: expect v0[*] = 0x1234bc00
; assay[gfx1100]: expect v2[*] = 0x12343c00
; assay[gfx1100]: expect v3[*] = 0x12344000
; assay[gfx1100]: expect v4[*] = 0x12343c00
; assay[gfx1100]: expect v5[*] = 0x12344000
v_sub_f16 v0, v1, v6
v_subrev_f16 v2, v1, v6
v_mul_f16 v3, v1, v6
v_min_f16 v4, v1, v6
v_max_f16 v5, v1, v6
