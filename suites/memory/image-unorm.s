; An image store without UNORM breaks a rule; it stores all the same.
; RDNA3 ISA, 10.1; Vega ISA, 8.2.
; kills: image-unorm-unwatched
; assay: arch gfx906 gfx1100
; assay: rules image.unorm
; assay: memory buf size=256 address=0x100000 u32=5
; assay[gfx906]: state s[4:11] = 0x1000, 0x10400000, 0x0, 0x80000fac, 0x7e000, 0x0, 0x0, 0x0
; assay[gfx1100]: state s[4:11] = 0x1000, 0x1400000, 0x0, 0x80000fac, 0x0, 0x0, 0x0, 0x0
; assay: state exec = 1
; assay: state v0 = 0
; assay: state v4 = 7
; assay: expect finding image.unorm
; assay: expect memory buf = u32:7
.if gfx906
image_store v4, v0, s[4:11] dmask:0x1
.else
image_store v4, v0, s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_1D
.endif
