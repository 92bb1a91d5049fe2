; The rest of the old 16-bit integer operations: reversed difference, unsigned maximum, conversion to i16.
; RDNA3 ISA, 7.4; Vega ISA, 12.7, 12.8, and errata E-061.  0x20 - 0xfff0 = 0x0030; max u16 0xfff0; f16 -2.75 gives -2.
; kills: half-swapped
; assay: arch gfx906 gfx1100
; assay: rules valu.half.keep, valu.minmax
; assay: state v0 = 0x12340000
; assay: state v2 = 0x12340000
; assay: state v3 = 0x12340000
; assay: state v1 = 0xfff0
; assay: state v7 = 0x0020
; assay: state v8 = 0xc180
; assay[gfx906]: expect v0[*] = 0x0030
; assay[gfx906]: expect v2[*] = 0xfff0
; assay[gfx906]: expect v3[*] = 0xfffe
; assay[gfx1100]: expect v0[*] = 0x12340030
; assay[gfx1100]: expect v2[*] = 0x1234fff0
; assay[gfx1100]: expect v3[*] = 0x1234fffe
.if gfx906
v_subrev_u16 v0, v1, v7
.else
v_sub_nc_u16 v0, v7, v1
.endif
v_max_u16 v2, v1, v7
v_cvt_i16_f16 v3, v8
