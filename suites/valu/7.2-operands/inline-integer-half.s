; An inline integer in a 16-bit integer operation is 16 bits, by sign.
; RDNA3 ISA, 7.2, Table 26; Vega ISA, 6.2.1.  0x20 + -16 = 0x10; the minimum of 0x7fff and -16 as unsigned is 0x7fff (-16 is 0xfff0).
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: rules decode.inline.int
; assay: state v0 = 0
; assay: state v3 = 0
; assay: state v1 = 0x20
; assay: state v2 = 0x7fff
; assay: expect v0[*] = 0x10
; assay: expect v3[*] = 0x7fff
.if gfx906
v_add_u16 v0, -16, v1
v_min_u16 v3, -16, v2
.else
v_add_nc_u16 v0, v1, -16
v_min_u16 v3, v2, -16
.endif
