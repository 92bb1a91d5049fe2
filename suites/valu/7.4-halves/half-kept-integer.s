; Signed 16-bit sums and differences, new with GFX9, keep the other half on both.
; RDNA3 ISA, 7.4, 16.12 V_ADD_NC_I16; Vega ISA, 12.12 V_ADD_I16, and errata E-061.  5 - 7 = -2 = 0xfffe.
; kills: half-swapped
; assay: arch gfx906 gfx1100
; assay: rules valu.half.keep
; assay: state v0 = 0x12340000
; assay: state v2 = 0x12340000
; assay: state v1 = 5
; assay: state v3 = 7
; assay: expect v0[*] = 0x1234000c
; assay: expect v2[*] = 0x1234fffe
.if gfx906
v_add_i16 v0, v1, v3
v_sub_i16 v2, v1, v3
.else
v_add_nc_i16 v0, v1, v3
v_sub_nc_i16 v2, v1, v3
.endif
