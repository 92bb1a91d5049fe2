; An array serves an address without a slice: its first one.
; RDNA3 ISA, 10.1, and errata E-205.  DIM 2D of a view from slice 1 on: dword 64.
; kills: image-view-ignored
; assay: arch gfx1100
; assay: rules image.dimension
; assay: memory buf size=512 address=0x100000 u32=1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2
; assay[gfx1100]: state s[4:11] = 0x1000, 0x1400000, 0x0, 0xd0000fac, 0x10001, 0x0, 0x0, 0x0
; assay: state exec = 1
; assay: state v[0:1] = 0
; assay: state v4 = 0
; assay: expect v4[0] = 2
image_load v4, v[0:1], s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_2D
s_waitcnt vmcnt(0)
