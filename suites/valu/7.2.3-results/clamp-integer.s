; CLAMP of an integer sum gives the nearest value the type holds.
; RDNA3 ISA, 7.2.3; Vega ISA, 6.2.  0xfffffff0 + 0x20 has a carry: 0xffffffff.  1 - 2 < 0: 0.
; kills: clamp-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.clamp.int
; assay: state v1 = 0xfffffff0
; assay: state v2 = 0x20
; assay: state v3 = 1
; assay: expect v0[*] = 0xffffffff
; assay: expect v4[*] = 0
.if gfx906
v_add_u32_e64 v0, v1, v2 clamp
v_sub_u32_e64 v4, v3, 2 clamp
.else
v_add_nc_u32_e64 v0, v1, v2 clamp
v_sub_nc_u32_e64 v4, v3, 2 clamp
.endif
