; A store to 5_9_9_9 takes the exponent of the greatest component, one more where its fraction rounds up to 512; halves round up.
; RDNA3 ISA, 10.7; Vega ISA, 8.2; errata E-263.  511.5 / 256 would be 512 with exponent 16: with 17 they are 256, 1.0 is 128 and 2^-8, a half, 1.
; kills: shared-exponent-unrounded
; assay: arch gfx906 gfx1100
; assay: rules image.store
; assay: memory buf size=256 address=0x100000
; assay[gfx906]: state s[4:11] = 0x1000, 0x1e200000, 0x0, 0x80000fac, 0x7e000, 0x0, 0x0, 0x0
; assay[gfx1100]: state s[4:11] = 0x1000, 0x4300000, 0x0, 0x80000fac, 0x0, 0x0, 0x0, 0x0
; assay: state exec = 1
; assay: state v0 = 0
; assay: state v4 = 1.998046875
; assay: state v5 = 1.0
; assay: state v6 = 0.00390625
; assay: expect memory buf = u32:0x88050100
.if gfx906
image_store v[4:6], v0, s[4:11] dmask:0x7 unorm
.else
image_store v[4:6], v0, s[4:11] dmask:0x7 dim:SQ_RSRC_IMG_1D unorm
.endif
