; A store to 24 bits takes the nearest number from 0 to 1, however far the value is: of 2^40 all ones, of -2^40 nothing.
; RDNA3 ISA, 10.7; Vega ISA, 8.2; errata E-047.  The product of 2^40 and 2^24 - 1 has 64 bits.
; kills: texel-far
; assay: arch gfx906 gfx1100
; assay: rules image.store
; assay: memory buf size=256 address=0x100000
; assay[gfx906]: state s[4:11] = 0x1000, 0x1400000, 0x3f, 0x80000fac, 0x7e000, 0x0, 0x0, 0x0
; assay[gfx1100]: state s[4:11] = 0x1000, 0xc4c00000, 0xf, 0x80000fac, 0x0, 0x0, 0x0, 0x0
; assay: state exec = 7
; assay: state v0 = lane
; assay: state v4 = 0x53800000, 0xd3800000, 0x53733333
; assay: state v5 = 1.0
; assay: expect memory buf = u32:0xffffffff, 0xff000000, 0xffffffff
.if gfx906
image_store v[4:5], v0, s[4:11] dmask:0x3 unorm
.else
image_store v[4:5], v0, s[4:11] dmask:0x3 dim:SQ_RSRC_IMG_1D unorm
.endif
