; The level of detail of a quad is the logarithm of the longer step between its lanes, in texels; IMAGE_GET_LOD gives it within the image, and as it is.
; RDNA3 ISA, 10.1, 10.3; Vega ISA, 8.2.  2 texels a side: steps of 1/2 to the right and 2 down are 1 and 4 texels: log2 4 = 2.0; of the image's two levels the last is 1.0.
; kills: steps-to-the-right
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
; assay: state v1 = 0.0, 0.5, 0.0, 0.5
; assay: state v2 = 0.0, 0.0, 2.0, 2.0
; assay: state exec = 15
; assay: expect v4[0] = 1.0 ulp 32768
; assay: expect v5[0] = 2.0 ulp 32768
; assay: expect v5[3] = 2.0 ulp 32768
; assay: observe v4 v5
.if gfx906
image_get_lod v[4:5], v[1:2], s[8:15], s[16:19] dmask:0x3
.else
image_get_lod v[4:5], v[1:2], s[8:15], s[16:19] dmask:0x3 dim:SQ_RSRC_IMG_2D
.endif
s_waitcnt vmcnt(0)
