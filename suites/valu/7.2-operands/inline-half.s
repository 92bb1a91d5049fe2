; A float constant in a 16-bit operation is f16; an integer constant keeps its 16 low bits.
; RDNA3 ISA, 7.2.2; Vega ISA, 6.2 (1 / (2 pi) is 0x3118).  0 + 0x3118; 4.0 * 1.0 = 0x4400; -16 + 0 in u16 = 0xfff0.
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: rules decode.inline.float
; assay: state v1 = 0x3c00
; assay: state v2 = 0
; assay: state v0 = 0
; assay: state v3 = 0
; assay: state v4 = 0
; assay: expect v0[*] = 0x3118
; assay: expect v3[*] = 0x4400
; assay: expect v4[*] = 0xfff0
v_mul_f16 v0, 0.15915494, v1
v_mul_f16 v3, 4.0, v1
.if gfx906
v_add_u16 v4, -16, v2
.else
v_add_nc_u16 v4, -16, v2
.endif
