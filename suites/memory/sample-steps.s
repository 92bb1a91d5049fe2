; With derivatives the level of detail is that of the longer of the two, in texels; they stand before the coordinates.
; RDNA3 ISA, 10.4; Vega ISA, 8.2.  The image has 0.0 and 16.0 above 32.0 and 64.0.  Level 1 is 40.0.  Steps of 1/2 and 1 are 1 and 2 texels: log2 2 = 1; of 1/2 and 1/4 0.
; kills: steps-alike
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
; assay: state s18 = 0x4000000
; assay: state s19 = 0x0
; assay: state v1 = 0.5
; assay: state v2 = 0.0
; assay: state v3 = 0.0
; assay: state v4 = 1.0, 0.25
; assay: state v5 = 0.75
; assay: state v6 = 0.25
; assay: state exec = 3
; assay: expect v0[0:1] = 40.0, 16.0
; assay: observe v0
.if gfx906
image_sample_d v0, v[1:6], s[8:15], s[16:19] dmask:0x1
.else
image_sample_d v0, v[1:6], s[8:15], s[16:19] dmask:0x1 dim:SQ_RSRC_IMG_2D
.endif
s_waitcnt vmcnt(0)
