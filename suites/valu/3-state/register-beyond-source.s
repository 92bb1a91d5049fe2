; A vector source beyond the wave's registers is v0.
; RDNA3 ISA, 3.3.2.2; Vega ISA, 3.6, 6.2.3.  The wave has 8 vector registers.
; kills: range-unchecked
; assay: arch gfx906 gfx1100
; assay: rules register.vgpr.range
; assay: vgprs 8
; assay: state v0 = lane + 3
; assay: expect v1[*] = lane + 4
; assay: expect note register.vgpr.range
.if gfx906
v_add_u32 v1, 1, v20
.else
v_add_nc_u32 v1, 1, v20
.endif
