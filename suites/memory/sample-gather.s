; GATHER4 returns one component of the four texels of a linear filter, from the lower left on against the clock.
; RDNA3 ISA, 10.1; Vega ISA, 8.2.  The image has 0.0 and 16.0 above 32.0 and 64.0.
; kills: gather-with-the-clock
; assay: arch gfx906 gfx1100
; assay: rules image.gather
; assay[gfx906]: memory img address=0x100000 size=512 u32=0,0x41800000,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0x42000000,0x42800000
; assay[gfx1100]: memory img address=0x100000 size=512 u32=0,0x41800000,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0x42000000,0x42800000
; assay[gfx906]: state s8 = 0x1000
; assay[gfx906]: state s9 = 0x1c400000
; assay[gfx906]: state s10 = 0x4001
; assay[gfx906]: state s11 = 0x90000fac
; assay[gfx906]: state s12 = 0x7e000
; assay[gfx906]: state s13 = 0x0
; assay[gfx906]: state s14 = 0x0
; assay[gfx906]: state s15 = 0x0
; assay[gfx1100]: state s8 = 0x1000
; assay[gfx1100]: state s9 = 0x41600000
; assay[gfx1100]: state s10 = 0x4000
; assay[gfx1100]: state s11 = 0x90000fac
; assay[gfx1100]: state s12 = 0x0
; assay[gfx1100]: state s13 = 0x0
; assay[gfx1100]: state s14 = 0x0
; assay[gfx1100]: state s15 = 0x0
; assay: state s16 = 0x92
; assay: state s17 = 0xfff000
; assay: state s18 = 0x0
; assay: state s19 = 0x0
; assay: state v1 = 0.5
; assay: state v2 = 0.5
; assay: state exec = 1
; assay: state v4 = 0
; assay: state v5 = 0
; assay: state v6 = 0
; assay: state v7 = 0
; assay: expect v4[0] = 32.0
; assay: expect v5[0] = 64.0
; assay: expect v6[0] = 16.0
; assay: expect v7[0] = 0.0
; assay: observe v4 v5 v6 v7
.if gfx906
image_gather4_lz v[4:7], v[1:2], s[8:15], s[16:19] dmask:0x1
.else
image_gather4_lz v[4:7], v[1:2], s[8:15], s[16:19] dmask:0x1 dim:SQ_RSRC_IMG_2D
.endif
s_waitcnt vmcnt(0)
