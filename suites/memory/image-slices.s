; A view of an array begins at BASE_ARRAY and ends with DEPTH; a slice behind it is out of bounds.
; RDNA3 ISA, 10.5; Vega ISA, 8.2.  One row of 64 dwords a slice: slice 0 of the view is slice 1, dword 64; slice 2 of it would be slice 3.
; kills: image-view-ignored
; assay: arch gfx906 gfx1100
; assay: rules image.layout, image.bounds
; assay: memory buf size=1024 address=0x100000 u32=1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,3,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,4
; assay[gfx906]: state s[4:11] = 0x1000, 0x10400000, 0x0, 0xd0000fac, 0x7e002, 0x1, 0x0, 0x0
; assay[gfx1100]: state s[4:11] = 0x1000, 0x1400000, 0x0, 0xd0000fac, 0x10002, 0x0, 0x0, 0x0
; assay: state exec = 7
; assay: state v[0:1] = 0
; assay: state v2 = lane
; assay: state v4 = 0
; assay: expect v4[0:2] = 2, 3, 0
.if gfx906
image_load v4, v[0:2], s[4:11] dmask:0x1 da
.else
image_load v4, v[0:2], s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_2D_ARRAY
.endif
s_waitcnt vmcnt(0)
