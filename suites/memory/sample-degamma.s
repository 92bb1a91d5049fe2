; FORCE_DEGAMMA takes eight bits of UNORM for sRGB.
; RDNA3 ISA, 10.6; Vega ISA, 8.2; errata E-265.  Code 51 is 51 / 255, 0.2; as sRGB ((0.2 + 0.055) / 1.055) ^ 2.4, 0.0331.
; kills: degamma-ignored
; assay: arch gfx906 gfx1100
; assay: rules image.sample
; assay: memory img address=0x100000 size=256 u32=0x33
; assay[gfx906]: state s[8:15] = 0x1000, 0xa00000, 0x0, 0x80000fac, 0x7e000, 0x0, 0x0, 0x0
; assay[gfx1100]: state s[8:15] = 0x1000, 0x2a00000, 0x0, 0x80000fac, 0x0, 0x0, 0x0, 0x0
; assay: state s[16:19] = 0x100092, 0xfff000, 0x0, 0x0
; assay: state v1 = 0.5
; assay: state exec = 1
; assay: expect v0[0] = 0x3d0798dd
; assay: observe v0
.if gfx906
image_sample_lz v0, v1, s[8:15], s[16:19] dmask:0x1
.else
image_sample_lz v0, v1, s[8:15], s[16:19] dmask:0x1 dim:SQ_RSRC_IMG_1D
.endif
s_waitcnt vmcnt(0)
