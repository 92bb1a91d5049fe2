; The levels of a linear image: gfx906 has the largest first at one pitch, gfx1100 the smallest, each at a pitch of its own.
; RDNA3 ISA, 10.5; errata E-200; Vega ISA, 8.2.  4 x 2 texels of 32 bits in two levels, rows of 64.  Level 1, texel (1, 0):
; gfx906: behind two rows, dword 2 * 64 + 1 = 129; gfx1100: dword 1, and level 0 lies behind its one row: (3, 1) is dword 64 + 64 + 3 = 131.
; kills: image-levels-at-one-place
; assay: arch gfx906 gfx1100
; assay: rules image.layout
; assay: memory buf size=1024 address=0x100000 u32=10,11,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,12,13,14,15,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,16,17,18,19
; assay[gfx906]: state s[4:11] = 0x1000, 0x10400000, 0x4003, 0x90010fac, 0x4000, 0x10000000, 0x0, 0x0
; assay[gfx1100]: state s[4:11] = 0x1000, 0xc1410000, 0x4000, 0x90010fac, 0x0, 0x0, 0x0, 0x0
; assay: state exec = 3
; assay: state v0 = 1, 3
; assay: state v1 = 0, 1
; assay: state v2 = 1, 0
; assay: state v4 = 0
; assay[gfx906]: expect v4[0:1] = 17, 15
; assay[gfx1100]: expect v4[0:1] = 11, 19
.if gfx906
image_load_mip v4, v[0:2], s[4:11] dmask:0x1
.else
image_load_mip v4, v[0:2], s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_2D
.endif
s_waitcnt vmcnt(0)
