; An image store writes a whole texel: what DMASK leaves out is 0, and registers come in a row.
; RDNA3 ISA, 10.4; Vega ISA, 8.2.  DMASK 1001 of 8_8_8_8: X from v4, W from v5; 0x04000003 over all ones.
; kills: image-components-shifted
; assay: arch gfx906 gfx1100
; assay: rules image.store, image.unorm
; assay: memory buf size=256 address=0x100000 u32=0xffffffff,0xffffffff
; assay[gfx906]: state s[4:11] = 0x1000, 0x10a00000, 0x1, 0x80000fac, 0x7e000, 0x0, 0x0, 0x0
; assay[gfx1100]: state s[4:11] = 0x1000, 0x42e00000, 0x0, 0x80000fac, 0x0, 0x0, 0x0, 0x0
; assay: state exec = 1
; assay: state v0 = 1
; assay: state v4 = 3
; assay: state v5 = 4
; assay: expect memory buf = u32:0xffffffff,0x04000003
.if gfx906
image_store v[4:5], v0, s[4:11] dmask:0x9 unorm
.else
image_store v[4:5], v0, s[4:11] dmask:0x9 dim:SQ_RSRC_IMG_1D unorm
.endif
