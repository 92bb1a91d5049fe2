; The slice of an array of one dimension stands behind x.
; RDNA3 ISA, 10.2; Vega ISA, 8.2.  Texel 1 of slice 1 of the view, which begins with slice 1: dword 2 * 64 + 1.
; kills: image-view-ignored
; assay: arch gfx906 gfx1100
; assay: rules image.address
; assay: memory buf size=1024 address=0x100000 u32=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,6
; assay[gfx906]: state s[4:11] = 0x1000, 0x10400000, 0x1, 0xc0000fac, 0x7e002, 0x1, 0x0, 0x0
; assay[gfx1100]: state s[4:11] = 0x1000, 0x41400000, 0x0, 0xc0000fac, 0x10002, 0x0, 0x0, 0x0
; assay: state exec = 1
; assay: state v1 = 1
; assay: state v0 = 1
; assay: state v4 = 0
; assay: expect v4[0] = 6
.if gfx906
image_load v4, v[0:1], s[4:11] dmask:0x1 da
.else
image_load v4, v[0:1], s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_1D_ARRAY
.endif
s_waitcnt vmcnt(0)
