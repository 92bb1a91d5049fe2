; Outside of an image a load gives 0, and 1 where DST_SEL says so; a store does nothing.
; RDNA3 ISA, 10; errata E-203; Vega ISA, 8.2.  Two texels of 32 bits: x = 2 and x = -1 are none of them, though bytes are mapped behind them.
; kills: image-bounds-ignored
; assay: arch gfx906 gfx1100
; assay: rules image.bounds
; assay: memory buf size=256 address=0x100000 u32=5,6,7
; assay[gfx906]: state s[4:11] = 0x1000, 0x10400000, 0x1, 0x8000000c, 0x7e000, 0x0, 0x0, 0x0
; assay[gfx1100]: state s[4:11] = 0x1000, 0x41400000, 0x0, 0x8000000c, 0x0, 0x0, 0x0, 0x0
; assay: state exec = 7
; assay: state v0 = 1, 2, -1
; assay: state v[4:5] = 9
; assay: state v6 = 8
; assay: expect v4[0:2] = 6, 0, 0
; assay: expect v5[0:2] = 1, 1, 1
; assay: expect memory buf = u32:5,8,7
.if gfx906
image_load v[4:5], v0, s[4:11] dmask:0x3
.else
image_load v[4:5], v0, s[4:11] dmask:0x3 dim:SQ_RSRC_IMG_1D
.endif
s_waitcnt vmcnt(0)
.if gfx906
image_store v6, v0, s[4:11] dmask:0x1 unorm
.else
image_store v6, v0, s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_1D unorm
.endif
s_waitcnt vmcnt(0)
