; GATHER4 of a cube takes the texels of the faces behind the edges, and the mean of three where they meet.
; RDNA3 ISA, 10.1; Vega ISA, 8.2; errata E-264.  Around the lower right corner of +Z, 48.0: below it -Y 24.0, the mean of 48.0, 24.0 and 3.0, +X 3.0, +Z itself.
; kills: corner-of-one-face
; assay: arch gfx906 gfx1100
; assay: rules image.gather, image.sample.cube
; assay: memory face0 address=0x100000 size=256 f32=3.0
; assay: memory face1 address=0x100100 size=256 f32=6.0
; assay: memory face2 address=0x100200 size=256 f32=12.0
; assay: memory face3 address=0x100300 size=256 f32=24.0
; assay: memory face4 address=0x100400 size=256 f32=48.0
; assay: memory face5 address=0x100500 size=256 f32=96.0
; assay[gfx906]: state s[8:15] = 0x1000, 0x1c400000, 0x0, 0xb0000fac, 0x7e005, 0x0, 0x0, 0x0
; assay[gfx1100]: state s[8:15] = 0x1000, 0x1600000, 0x0, 0xb0000fac, 0x5, 0x0, 0x0, 0x0
; assay: state s[16:19] = 0x92, 0xfff000, 0x0, 0x0
; assay: state v1 = 1.5
; assay: state v2 = 1.5
; assay: state v3 = 4.0
; assay: state exec = 1
; assay: expect v4[0] = 24.0
; assay: expect v5[0] = 25.0
; assay: expect v6[0] = 3.0
; assay: expect v7[0] = 48.0
; assay: observe v4 v5 v6 v7
.if gfx906
image_gather4_lz v[4:7], v[1:3], s[8:15], s[16:19] dmask:0x1 da
.else
image_gather4_lz v[4:7], v[1:3], s[8:15], s[16:19] dmask:0x1 dim:SQ_RSRC_IMG_CUBE
.endif
s_waitcnt vmcnt(0)
