; A texel that lies in no region is a fault.
; RDNA3 ISA, 10.5; Vega ISA, 8.2.  Slice 1 begins at byte 256, where the region ends.
; kills: image-view-ignored
; assay: arch gfx906 gfx1100
; assay: rules image.layout
; assay: memory buf size=256 address=0x100000
; assay[gfx906]: state s[4:11] = 0x1000, 0x10400000, 0x0, 0xd0000fac, 0x7e001, 0x1, 0x0, 0x0
; assay[gfx1100]: state s[4:11] = 0x1000, 0x1400000, 0x0, 0xd0000fac, 0x10001, 0x0, 0x0, 0x0
; assay: state exec = 1
; assay: state v[0:1] = 0
; assay: state v2 = 0
; assay: observe v2
; assay: expect status fault
.if gfx906
image_load v4, v[0:2], s[4:11] dmask:0x1 da
.else
image_load v4, v[0:2], s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_2D_ARRAY
.endif
s_waitcnt vmcnt(0)
