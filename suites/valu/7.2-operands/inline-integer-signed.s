; Inline integers fill 32 bits by sign: -1 is all ones, 64 is the largest.
; RDNA3 ISA, 7.2, Table 26 (codes 128 to 208); Vega ISA, 6.2.1.  0x67 & -16 = 0x60; 1 + 64 = 65.
; kills: inline-constant
; assay: arch gfx906 gfx1100
; assay: rules decode.inline.int
; assay: state v1 = 0x67
; assay: state v2 = 1
; assay: expect v0[*] = 0x60
; assay: expect v3[*] = 65
; assay: expect v4[*] = 0xffffffff
v_and_b32 v0, -16, v1
.if gfx906
v_add_u32 v3, 64, v2
.else
v_add_nc_u32 v3, 64, v2
.endif
v_mov_b32 v4, -1
