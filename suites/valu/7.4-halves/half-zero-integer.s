; 16-bit sums, products, minima and maxima clear the high half on Vega and keep it on RDNA3.
; RDNA3 ISA, 7.4, 16.9; Vega ISA, 12.7, and errata E-061.  0xfff0 and 0x0020: sum 0x0010, difference 0xffd0, product 0xfe00, min u16 0x20, max i16 0x20, min i16 0xfff0.
; kills: half-swapped
; assay: arch gfx906 gfx1100
; assay: rules valu.half.keep, valu.minmax
; assay: state v0 = 0x12340000
; assay: state v2 = 0x12340000
; assay: state v3 = 0x12340000
; assay: state v4 = 0x12340000
; assay: state v5 = 0x12340000
; assay: state v6 = 0x12340000
; assay: state v1 = 0xfff0
; assay: state v7 = 0x0020
; assay[gfx906]: expect v0[*] = 0x0010
; assay[gfx906]: expect v2[*] = 0xffd0
; assay[gfx906]: expect v3[*] = 0xfe00
; assay[gfx906]: expect v4[*] = 0x0020
; assay[gfx906]: expect v5[*] = 0x0020
; assay[gfx906]: expect v6[*] = 0xfff0
; assay[gfx1100]: expect v0[*] = 0x12340010
; assay[gfx1100]: expect v2[*] = 0x1234ffd0
; assay[gfx1100]: expect v3[*] = 0x1234fe00
; assay[gfx1100]: expect v4[*] = 0x12340020
; assay[gfx1100]: expect v5[*] = 0x12340020
; assay[gfx1100]: expect v6[*] = 0x1234fff0
.if gfx906
v_add_u16 v0, v1, v7
v_sub_u16 v2, v1, v7
.else
v_add_nc_u16 v0, v1, v7
v_sub_nc_u16 v2, v1, v7
.endif
v_mul_lo_u16 v3, v1, v7
v_min_u16 v4, v1, v7
v_max_i16 v5, v1, v7
v_min_i16 v6, v1, v7
