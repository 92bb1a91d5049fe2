; PCK loads give a texel's bits as they stand, SGN with their sign; DST_SEL has no say.
; RDNA3 ISA, 10.1; errata E-202; Vega ISA, 8.2.  A texel of 16 bits, 0xfffe: 65534, and -2 with SGN.
; kills: image-packed-unsigned
; assay: arch gfx906 gfx1100
; assay: rules image.packed
; assay: memory buf size=256 address=0x100000 u32=0xfffe
; assay[gfx906]: state s[4:11] = 0x1000, 0x10300000, 0x0, 0x80000000, 0xfe000, 0x0, 0x0, 0x0
; assay[gfx1100]: state s[4:11] = 0x1000, 0x1200000, 0x0, 0x80000000, 0x0, 0x0, 0x0, 0x0
; assay: state exec = 1
; assay: state v0 = 0
; assay: state v[4:5] = 0
; assay: expect v4[0] = 0xfffe
; assay: expect v5[0] = 0xfffffffe
.if gfx906
image_load_pck v4, v0, s[4:11] dmask:0x1
.else
image_load_pck v4, v0, s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_1D
.endif
.if gfx906
image_load_pck_sgn v5, v0, s[4:11] dmask:0x1
.else
image_load_pck_sgn v5, v0, s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_1D
.endif
s_waitcnt vmcnt(0)
