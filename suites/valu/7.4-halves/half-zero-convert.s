; Conversions to 16 bits clear the high half on Vega and keep it on RDNA3.
; RDNA3 ISA, 7.4; Vega ISA, 12.8, and errata E-061.  3.0 to f16 0x4200; u16 5 to f16 0x4500; i16 -2 to f16 0xc000; f16 3.0 to u16 3.
; kills: half-swapped
; assay: arch gfx906 gfx1100
; assay: rules valu.half.keep
; assay: state v0 = 0x12340000
; assay: state v2 = 0x12340000
; assay: state v3 = 0x12340000
; assay: state v4 = 0x12340000
; assay: state v1 = 3.0
; assay: state v5 = 5
; assay: state v6 = 0xfffe
; assay: state v7 = 0x4200
; assay[gfx906]: expect v0[*] = 0x4200
; assay[gfx906]: expect v2[*] = 0x4500
; assay[gfx906]: expect v3[*] = 0xc000
; assay[gfx906]: expect v4[*] = 3
; assay[gfx1100]: expect v0[*] = 0x12344200
; assay[gfx1100]: expect v2[*] = 0x12344500
; assay[gfx1100]: expect v3[*] = 0x1234c000
; assay[gfx1100]: expect v4[*] = 0x12340003
v_cvt_f16_f32 v0, v1
v_cvt_f16_u16 v2, v5
v_cvt_f16_i16 v3, v6
v_cvt_u16_f16 v4, v7
