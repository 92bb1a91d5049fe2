; A fragment of a multi-sample image has an address of its own, behind x and y.
; RDNA3 ISA, 10.2; errata E-201; Vega ISA, 8.2.  One texel a fragment, 64 dwords apart: fragment 1 is dword 64; fragment 2 of two is none.
; kills: image-fragments-ignored
; assay: arch gfx906 gfx1100
; assay: rules image.address, image.bounds
; assay: memory buf size=512 address=0x100000 u32=5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,6
; assay[gfx906]: state s[4:11] = 0x1000, 0x10400000, 0x0, 0xe0010fac, 0x7e000, 0x10000000, 0x0, 0x0
; assay[gfx1100]: state s[4:11] = 0x1000, 0x1410000, 0x0, 0xe0010fac, 0x0, 0x0, 0x0, 0x0
; assay: state exec = 7
; assay: state v[0:1] = 0
; assay: state v2 = lane
; assay: state v4 = 0
; assay: expect v4[0:2] = 5, 6, 0
.if gfx906
image_load v4, v[0:2], s[4:11] dmask:0x1
.else
image_load v4, v[0:2], s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_2D_MSAA
.endif
s_waitcnt vmcnt(0)
