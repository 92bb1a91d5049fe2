; CLAMP does nothing to V_MUL_LO_U16, whose result is the low half of the product.
; Vega ISA, 12.7 and errata E-081; RDNA3 ISA, 16.12.  0x101 * 0x101 = 0x10201.  The words are v_mul_lo_u16 v3, v1, v2 with CLAMP, 64 bits long.
; kills: half-swapped
; assay: arch gfx906 gfx1100
; assay: rules decode.unused_field, valu.clamp.int
; assay: state v1 = 0x101
; assay: state v2 = 0x101
; assay: state v3 = 0xaaaa0000
; assay: expect note decode.unused_field
; assay[gfx906]: expect v3[*] = 0x201
; assay[gfx1100]: expect v3[*] = 0xaaaa0201
.if gfx906
.long 0xd1298003, 0x00020501
.else
.long 0xd7058003, 0x00020501
.endif
