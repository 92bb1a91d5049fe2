; DIM names an address that the T# has none of.
; RDNA3 ISA, 10.1, and errata E-205.  A volume wants three coordinates.
; kills: image-findings-off
; assay: arch gfx1100
; assay: rules image.dimension
; assay: memory buf size=256 address=0x100000
; assay[gfx1100]: state s[4:11] = 0x1000, 0x1400000, 0x0, 0xa0000fac, 0x0, 0x0, 0x0, 0x0
; assay: state exec = 1
; assay: state v[0:1] = 0
; assay: expect finding image.dimension
image_load v4, v[0:1], s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_2D
s_waitcnt vmcnt(0)
