; Three components of 9 bits have one exponent of 5: fraction / 2^9 * 2^(exponent - 15).
; RDNA3 ISA, 10.7; Vega ISA, 8.2; errata E-206.  Exponent 16, fractions 256, 1 and 511: 1.0, 2^-8 and 511 / 256.
; kills: image-exponent-shifted
; assay: arch gfx906 gfx1100
; assay: rules image.load
; assay: memory buf size=256 address=0x100000 u32=0x87fc0300
; assay[gfx906]: state s[4:11] = 0x1000, 0x1e200000, 0x0, 0x80000fac, 0x7e000, 0x0, 0x0, 0x0
; assay[gfx1100]: state s[4:11] = 0x1000, 0x4300000, 0x0, 0x80000fac, 0x0, 0x0, 0x0, 0x0
; assay: state exec = 1
; assay: state v0 = 0
; assay: state v[4:5] = 0
; assay: state v6 = 0
; assay: expect v4[0] = 1.0
; assay: expect v5[0] = 0.00390625
; assay: expect v6[0] = 1.99609375
.if gfx906
image_load v[4:6], v0, s[4:11] dmask:0x7
.else
image_load v[4:6], v0, s[4:11] dmask:0x7 dim:SQ_RSRC_IMG_1D
.endif
s_waitcnt vmcnt(0)
