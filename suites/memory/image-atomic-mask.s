; An image atomic whose DMASK does not say how many dwords it brings.
; RDNA3 ISA, 10.4; Vega ISA, 8.2.  A texel of 64 bits wants DMASK 3, not 1; nothing is accessed.
; kills: image-findings-off
; assay: arch gfx906 gfx1100
; assay: rules image.atomic
; assay: memory buf size=256 address=0x100000 u32=5,6
; assay[gfx906]: state s[4:11] = 0x1000, 0x10b00000, 0x0, 0x80000fac, 0x3e000, 0x0, 0x0, 0x0
; assay[gfx1100]: state s[4:11] = 0x1000, 0x3000000, 0x0, 0x80000fac, 0x0, 0x0, 0x0, 0x0
; assay: state exec = 1
; assay: state v0 = 0
; assay: state v4 = 1
; assay: expect finding image.atomic
; assay: expect memory buf = u32:5,6
.if gfx906
image_atomic_add v4, v0, s[4:11] dmask:0x1 unorm
.else
image_atomic_add v4, v0, s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_1D unorm
.endif
