; An image atomic with DMASK 3 is one on a texel of 64 bits.
; RDNA3 ISA, 10.4; Vega ISA, 8.2.  0xffffffff + 1 carries into the high dword; with GLC the old value comes back.
; kills: image-atomic-narrow
; assay: arch gfx906 gfx1100
; assay: rules image.atomic
; assay: memory buf size=256 address=0x100000 u32=0xffffffff,6
; assay[gfx906]: state s[4:11] = 0x1000, 0x10b00000, 0x0, 0x80000fac, 0x3e000, 0x0, 0x0, 0x0
; assay[gfx1100]: state s[4:11] = 0x1000, 0x3000000, 0x0, 0x80000fac, 0x0, 0x0, 0x0, 0x0
; assay: state exec = 1
; assay: state v0 = 0
; assay: state v4 = 1
; assay: state v5 = 0
; assay: expect v4[0] = 0xffffffff
; assay: expect v5[0] = 6
; assay: expect memory buf = u32:0,7
.if gfx906
image_atomic_add v[4:5], v0, s[4:11] dmask:0x3 unorm glc
.else
image_atomic_add v[4:5], v0, s[4:11] dmask:0x3 dim:SQ_RSRC_IMG_1D unorm glc
.endif
s_waitcnt vmcnt(0)
