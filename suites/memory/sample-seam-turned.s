; Behind an edge the rows of the other face may run as columns do here, and the other way.
; RDNA3 ISA, 16 (V_CUBESC, V_CUBETC); Vega ISA, 12; errata E-264.  Above +X, whose texels are 0, lies the right column of +Y, the lower one first: half of 16.0 and of 4.0.
; kills: seam-unturned
; assay: arch gfx906 gfx1100
; assay: rules image.sample.cube
; assay: memory x address=0x100000 size=1024
; assay: memory y address=0x100400 size=512 f32=2.0,4.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,8.0,16.0
; assay[gfx906]: state s[8:15] = 0x1000, 0x1c400000, 0x4001, 0xb0000fac, 0x7e005, 0x0, 0x0, 0x0
; assay[gfx1100]: state s[8:15] = 0x1000, 0x41600000, 0x4000, 0xb0000fac, 0x5, 0x0, 0x0, 0x0
; assay: state s[16:19] = 0x92, 0xfff000, 0x500000, 0x0
; assay: state v1 = 1.25, 1.75
; assay: state v2 = 1.0
; assay: state v3 = 0.0
; assay: state exec = 3
; assay: expect v0[0:1] = 8.0, 2.0
; assay: observe v0
.if gfx906
image_sample_lz v0, v[1:3], s[8:15], s[16:19] dmask:0x1 da
.else
image_sample_lz v0, v[1:3], s[8:15], s[16:19] dmask:0x1 dim:SQ_RSRC_IMG_CUBE
.endif
s_waitcnt vmcnt(0)
