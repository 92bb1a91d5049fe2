; Offsets of 6 bits, signed, are added in texels: x in 5:0, y in 13:8.
; RDNA3 ISA, 10.4; Vega ISA, 8.2.  The image has 0.0 and 16.0 above 32.0 and 64.0.  From the first texel one to the right: 16.0; from the last one up: 16.0.
; kills: offsets-ignored
; assay: arch gfx906 gfx1100
; assay: rules image.sample.offset
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
; assay: state s16 = 0x92
; assay: state s17 = 0xfff000
; assay: state s18 = 0x0
; assay: state s19 = 0x0
; assay: state v1 = 0x0001, 0x3f00
; assay: state v2 = 0.25, 0.75
; assay: state v3 = 0.25, 0.75
; assay: state exec = 3
; assay: expect v0[0:1] = 16.0, 16.0
; assay: observe v0
.if gfx906
image_sample_lz_o v0, v[1:3], s[8:15], s[16:19] dmask:0x1
.else
image_sample_lz_o v0, v[1:3], s[8:15], s[16:19] dmask:0x1 dim:SQ_RSRC_IMG_2D
.endif
s_waitcnt vmcnt(0)
