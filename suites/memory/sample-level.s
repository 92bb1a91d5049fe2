; Between two levels a linear filter blends by the fraction of the level of detail; a point filter takes the nearer level.
; RDNA3 ISA, 10.6; Vega ISA, 8.2.  The image has 0.0 and 16.0 above 32.0 and 64.0.  Level 1 is 40.0: at lod 1/4 and texel 16.0 that is 3/4 * 16 + 1/4 * 40 = 22.0; nearer is 16.0; at 3/4 34.0 and 40.0.
; kills: levels-unblended
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
; assay: state s20 = 0x92
; assay: state s21 = 0xfff000
; assay: state s22 = 0x4000000
; assay: state s23 = 0x0
; assay: state v1 = 0.75
; assay: state v2 = 0.25
; assay: state v3 = 0.25, 0.75
; assay: state exec = 3
; assay: expect v0[0:1] = 22.0, 34.0
; assay: expect v4[0:1] = 16.0, 40.0
; assay: observe v0 v4
.if gfx906
image_sample_l v0, v[1:3], s[8:15], s[16:19] dmask:0x1
.else
image_sample_l v0, v[1:3], s[8:15], s[16:19] dmask:0x1 dim:SQ_RSRC_IMG_2D
.endif
.if gfx906
image_sample_l v4, v[1:3], s[8:15], s[20:23] dmask:0x1
.else
image_sample_l v4, v[1:3], s[8:15], s[20:23] dmask:0x1 dim:SQ_RSRC_IMG_2D
.endif
s_waitcnt vmcnt(0)
