; A VGPR past the wave's allocation reads as v0.
; RDNA3 ISA, 3.3.2.2, 7.2.7; Vega ISA, 3.6.1.  24 registers: v30 is none of them.
; kills: range-unchecked
; assay: arch gfx906 gfx1100
; assay: rules register.vgpr.range
; assay: vgprs 24
; assay: state v0 = 11
; assay: state v1 = 5
; assay: expect v2[*] = 11
; assay: expect v3[*] = 16
; assay: expect note register.vgpr.range
v_mov_b32 v2, v30
.if gfx906
v_add_u32 v3, v1, v30
.else
v_add_nc_u32 v3, v1, v30
.endif
