; A slice is rounded to the nearest, even where two are, and is none beyond the last.
; RDNA3 ISA, 10.3, and errata E-210; Vega ISA, 8.2.  Slice 0 begins with 1.0, slice 1 with 2.0: 0.5 is slice 0, 0.75 and 7.0 are slice 1.
; kills: slices-truncated
; assay: arch gfx906 gfx1100
; assay: rules image.sample
; assay: memory img address=0x100000 size=1024 u32=0x3f800000,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0x40000000
; assay[gfx906]: state s8 = 0x1000
; assay[gfx906]: state s9 = 0x1c400000
; assay[gfx906]: state s10 = 0x4001
; assay[gfx906]: state s11 = 0xd0000fac
; assay[gfx906]: state s12 = 0x7e001
; assay[gfx906]: state s13 = 0x0
; assay[gfx906]: state s14 = 0x0
; assay[gfx906]: state s15 = 0x0
; assay[gfx1100]: state s8 = 0x1000
; assay[gfx1100]: state s9 = 0x41600000
; assay[gfx1100]: state s10 = 0x4000
; assay[gfx1100]: state s11 = 0xd0000fac
; assay[gfx1100]: state s12 = 0x1
; assay[gfx1100]: state s13 = 0x0
; assay[gfx1100]: state s14 = 0x0
; assay[gfx1100]: state s15 = 0x0
; assay: state s16 = 0x92
; assay: state s17 = 0xfff000
; assay: state s18 = 0x0
; assay: state s19 = 0x0
; assay: state v1 = 0.25
; assay: state v2 = 0.25
; assay: state v3 = 0.5, 0.75, 7.0
; assay: state exec = 7
; assay: expect v0[0:2] = 1.0, 2.0, 2.0
; assay: observe v0
.if gfx906
image_sample_lz v0, v[1:3], s[8:15], s[16:19] dmask:0x1 da
.else
image_sample_lz v0, v[1:3], s[8:15], s[16:19] dmask:0x1 dim:SQ_RSRC_IMG_2D_ARRAY
.endif
s_waitcnt vmcnt(0)
