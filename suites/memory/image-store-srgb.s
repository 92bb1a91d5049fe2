; A store to sRGB takes the nearest code: of f, 12.92 * f up to 0.0031308, 1.055 * f ^ (1 / 2.4) - 0.055 above; alpha is linear.
; RDNA3 ISA, 10.7; Vega ISA, 8.2; errata E-263.  0.5: 187.5 of 255, above the half; 0.002: 6.6; 2.0 is 1.0; alpha 0.25: 63.75.
; kills: srgb-stored-linear
; assay: arch gfx906 gfx1100
; assay: rules image.store
; assay: memory buf size=256 address=0x100000
; assay[gfx906]: state s[4:11] = 0x1000, 0x24a00000, 0x0, 0x80000fac, 0x7e000, 0x0, 0x0, 0x0
; assay[gfx1100]: state s[4:11] = 0x1000, 0x4200000, 0x0, 0x80000fac, 0x0, 0x0, 0x0, 0x0
; assay: state exec = 1
; assay: state v0 = 0
; assay: state v4 = 0.5
; assay: state v5 = 0.002
; assay: state v6 = 2.0
; assay: state v7 = 0.25
; assay: expect memory buf = u32:0x40ff07bc
.if gfx906
image_store v[4:7], v0, s[4:11] dmask:0xf unorm
.else
image_store v[4:7], v0, s[4:11] dmask:0xf dim:SQ_RSRC_IMG_1D unorm
.endif
