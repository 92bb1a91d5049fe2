; A linear filter at the edge of a cube's face takes the texels of the face behind the edge; the clamps of the S# say nothing.
; RDNA3 ISA, 10.6 (DISABLE_CUBE_WRAP); Vega ISA, 8.2; errata E-264.  Faces of one texel, 3.0 to 96.0.  On +Z at s = 1: half of 48.0 and of -X, 6.0: 27.0; on +X: of 3.0 and of +Z: 25.5.
; kills: faces-apart
; assay: arch gfx906 gfx1100
; assay: rules image.sample.cube
; assay: memory face0 address=0x100000 size=256 f32=3.0
; assay: memory face1 address=0x100100 size=256 f32=6.0
; assay: memory face2 address=0x100200 size=256 f32=12.0
; assay: memory face3 address=0x100300 size=256 f32=24.0
; assay: memory face4 address=0x100400 size=256 f32=48.0
; assay: memory face5 address=0x100500 size=256 f32=96.0
; assay[gfx906]: state s[8:15] = 0x1000, 0x1c400000, 0x0, 0xb0000fac, 0x7e005, 0x0, 0x0, 0x0
; assay[gfx1100]: state s[8:15] = 0x1000, 0x1600000, 0x0, 0xb0000fac, 0x5, 0x0, 0x0, 0x0
; assay: state s[16:19] = 0x92, 0xfff000, 0x500000, 0x0
; assay: state v1 = 1.0
; assay: state v2 = 1.5
; assay: state v3 = 4.0, 0.0
; assay: state exec = 3
; assay: expect v0[0:1] = 27.0, 25.5
; assay: observe v0
.if gfx906
image_sample_lz v0, v[1:3], s[8:15], s[16:19] dmask:0x1 da
.else
image_sample_lz v0, v[1:3], s[8:15], s[16:19] dmask:0x1 dim:SQ_RSRC_IMG_CUBE
.endif
s_waitcnt vmcnt(0)
