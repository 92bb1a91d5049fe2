; _CL gives the least level of detail: a computed one below it is raised to it, one above it stays.
; RDNA3 ISA, 10.3, Table 49; Vega ISA, 8.2; errata E-269.  The image of sample-level.s.  Lanes 0 to 3 do not move: no level is small enough for them, so each has its clamp:
; 1/4 is 22.0, 1 is 40.0, 0 is 16.0, 3/4 is 34.0.  Lanes 4 to 7: the first two lie 1.0, two texels, apart, level 1, above every clamp: 40.0.
; kills: least-level-greatest
; assay: arch gfx906 gfx1100
; assay: rules image.sample.level
; assay[gfx906]: memory img address=0x100000 size=768 u32=0,0x41800000,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0x42000000,0x42800000,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0x42200000
; assay[gfx1100]: memory img address=0x100000 size=768 u32=0x42200000,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0x41800000,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0x42000000,0x42800000
; assay[gfx906]: state s8 = 0x1000
; assay[gfx906]: state s9 = 0x1c400000
; assay[gfx906]: state s10 = 0x4001
; assay[gfx906]: state s11 = 0x90010fac
; assay[gfx906]: state s12 = 0x4000
; assay[gfx906]: state s13 = 0x10000000
; assay[gfx906]: state s14 = 0x0
; assay[gfx906]: state s15 = 0x0
; assay[gfx1100]: state s8 = 0x1000
; assay[gfx1100]: state s9 = 0x41610000
; assay[gfx1100]: state s10 = 0x4000
; assay[gfx1100]: state s11 = 0x90010fac
; assay[gfx1100]: state s12 = 0x0
; assay[gfx1100]: state s13 = 0x0
; assay[gfx1100]: state s14 = 0x0
; assay[gfx1100]: state s15 = 0x0
; assay: state s16 = 0x92
; assay: state s17 = 0xfff000
; assay: state s18 = 0x8000000
; assay: state s19 = 0x0
; assay: state v1 = 0.75, 0.75, 0.75, 0.75, 0.75, 1.75, 0.75, 0.75
; assay: state v2 = 0.25
; assay: state v3 = 0.25, 1.0, 0.0, 0.75, 0.25, 0.0, 0.75, 1.0
; assay: state exec = 0xff
; assay: expect v0[0:7] = 22.0, 40.0, 16.0, 34.0, 40.0, 40.0, 40.0, 40.0
; assay: observe v0
.if gfx906
image_sample_cl v0, v[1:3], s[8:15], s[16:19] dmask:0x1
.else
image_sample_cl v0, v[1:3], s[8:15], s[16:19] dmask:0x1 dim:SQ_RSRC_IMG_2D
.endif
s_waitcnt vmcnt(0)
