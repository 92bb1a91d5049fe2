; Mirrored once a coordinate stops at the last texel, or gives half of the border's color or all of it beyond.
; RDNA3 ISA, 10.6, and errata E-210; Vega ISA, 8.2.  The image has 0.0 and 16.0 above 32.0 and 64.0.  s = -5/8 is 5/8: 16.0; at -9/8 the last texel, 16.0, and the border, 1.0;
; linear at 9/8 half of the last texel and half of the border: 8.5.
; kills: once-forgotten
; assay: arch gfx906 gfx1100
; assay: rules image.sample.wrap
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
; assay: state s16 = 0xdb
; assay: state s17 = 0xfff000
; assay: state s18 = 0x0
; assay: state s19 = 0x80000000
; assay: state s20 = 0x1ff
; assay: state s21 = 0xfff000
; assay: state s22 = 0x0
; assay: state s23 = 0x80000000
; assay: state s24 = 0x16d
; assay: state s25 = 0xfff000
; assay: state s26 = 0x100000
; assay: state s27 = 0x80000000
; assay: state v1 = -0.625, -1.125
; assay: state v2 = 0.25
; assay: state exec = 3
; assay: state v0 = 0
; assay: state v3 = 0
; assay: state v4 = 0
; assay: expect v0[0:1] = 16.0, 16.0
; assay: expect v3[0:1] = 16.0, 1.0
; assay: expect v4[1] = 8.5
; assay: observe v0 v3 v4
.if gfx906
image_sample_lz v0, v[1:2], s[8:15], s[16:19] dmask:0x1
.else
image_sample_lz v0, v[1:2], s[8:15], s[16:19] dmask:0x1 dim:SQ_RSRC_IMG_2D
.endif
.if gfx906
image_sample_lz v3, v[1:2], s[8:15], s[20:23] dmask:0x1
.else
image_sample_lz v3, v[1:2], s[8:15], s[20:23] dmask:0x1 dim:SQ_RSRC_IMG_2D
.endif
.if gfx906
image_sample_lz v4, v[1:2], s[8:15], s[24:27] dmask:0x1
.else
image_sample_lz v4, v[1:2], s[8:15], s[24:27] dmask:0x1 dim:SQ_RSRC_IMG_2D
.endif
s_waitcnt vmcnt(0)
