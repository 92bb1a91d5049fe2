; CLAMP of a signed difference goes to the least and the greatest i32.
; RDNA3 ISA, 7.1, 7.2.3, and errata E-067; Vega ISA, 6.2.  -2^31 - 1 gives -2^31; 2^31 - 1 + 1 gives 2^31 - 1.
; kills: clamp-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.clamp.int
; assay: state v1 = 0x80000000
; assay: state v2 = 0x7fffffff
; assay: state v3 = 1
; assay: expect v0[*] = 0x80000000
; assay: expect v4[*] = 0x7fffffff
.if gfx906
v_sub_i32 v0, v1, v3 clamp
v_add_i32 v4, v2, v3 clamp
.else
v_sub_nc_i32 v0, v1, v3 clamp
v_add_nc_i32 v4, v2, v3 clamp
.endif
