; IMAGE_GET_RESINFO returns width, height, depth of a level and how many levels the view has.
; RDNA3 ISA, 10.1; Vega ISA, 8.2.  9 x 5 x 4 in three levels, the view from level 1 on.  Its level 0: 4 x 2 x 2; level 1: 2 x 1 x 1; level 2 is none.
; kills: image-info-whole
; assay: arch gfx906 gfx1100
; assay: rules image.info
; assay: memory buf size=256 address=0x100000
; assay[gfx906]: state s[4:11] = 0x1000, 0x10400000, 0x10008, 0xa0021fac, 0x12003, 0x20000000, 0x0, 0x0
; assay[gfx1100]: state s[4:11] = 0x1000, 0x1420000, 0x10002, 0xa0021fac, 0x3, 0x0, 0x0, 0x0
; assay: state exec = 7
; assay: state v0 = lane
; assay: state v[4:5] = 7
; assay: state v[6:7] = 7
; assay: expect v4[0:2] = 4, 2, 0
; assay: expect v5[0:2] = 2, 1, 0
; assay: expect v6[0:2] = 2, 1, 0
; assay: expect v7[0:2] = 2, 2, 2
.if gfx906
image_get_resinfo v[4:7], v0, s[4:11] dmask:0xf
.else
image_get_resinfo v[4:7], v0, s[4:11] dmask:0xf dim:SQ_RSRC_IMG_3D
.endif
s_waitcnt vmcnt(0)
