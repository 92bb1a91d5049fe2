; CLAMP of a 16-bit integer sum goes to the bounds of 16 bits.
; RDNA3 ISA, 7.2.3.1; Vega ISA, 6.5.  0x7ff0 + 0x20 gives 0x7fff; -0x8000 - 1 gives 0x8000.
; kills: clamp-dropped
; assay: arch gfx906 gfx1100
; assay: rules valu.clamp.int
; assay: state v0 = 0
; assay: state v4 = 0
; assay: state v1 = 0x7ff0
; assay: state v2 = 0x20
; assay: state v3 = 0x8000
; assay: state v5 = 1
; assay: expect v0[*] = 0x7fff
; assay: expect v4[*] = 0x8000
.if gfx906
v_add_i16 v0, v1, v2 clamp
v_sub_i16 v4, v3, v5 clamp
.else
v_add_nc_i16 v0, v1, v2 clamp
v_sub_nc_i16 v4, v3, v5 clamp
.endif
