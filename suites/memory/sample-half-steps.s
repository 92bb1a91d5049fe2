; MC_COORD_TRUNC leaves one bit of the fraction of a linear filter: a half or nothing.
; RDNA3 ISA, 10.6; Vega ISA, 8.2.  The image has 0.0 and 16.0 above 32.0 and 64.0.  5/8 is 3/4 on from the first: a half, 8.0; 3/8 is 1/4: 0.0.
; kills: half-steps-ignored
; assay: arch gfx1100
; assay: rules image.sample
; assay: memory img address=0x100000 size=512 u32=0,0x41800000,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0x42000000,0x42800000
; assay: state s[8:15] = 0x1000, 0x41600000, 0x4000, 0x90000fac, 0x0, 0x0, 0x0, 0x0
; assay: state s[16:19] = 0x80092, 0xfff000, 0x100000, 0x0
; assay: state v1 = 0.625, 0.375
; assay: state v2 = 0.25
; assay: state exec = 3
; assay: expect v0[0:1] = 8.0, 0.0
; assay: observe v0
image_sample_lz v0, v[1:2], s[8:15], s[16:19] dmask:0x1 dim:SQ_RSRC_IMG_2D
s_waitcnt vmcnt(0)
