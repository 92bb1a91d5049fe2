; A 16-bit image store takes halves in a row, the low one first.  Where they go the bits of DMASK say on RDNA3; on Vega these only say
; how many there are, and the first components take them.
; RDNA3 ISA, Table 48; Vega ISA, 8.2 "Bit position is ignored", and errata E-204.  DMASK 1001 of 8_8_8_8_UINT: 3 and 4.
; kills: image-halves-placed
; assay: arch gfx906 gfx1100
; assay: rules image.store
; assay: memory buf size=256 address=0x100000 u32=0xffffffff,0xffffffff
; assay[gfx906]: state s[4:11] = 0x1000, 0x10a00000, 0x1, 0x80000fac, 0x7e000, 0x0, 0x0, 0x0
; assay[gfx1100]: state s[4:11] = 0x1000, 0x42e00000, 0x0, 0x80000fac, 0x0, 0x0, 0x0, 0x0
; assay: state exec = 1
; assay: state v0 = 1
; assay: state v4 = 0x00040003
; assay[gfx906]: expect memory buf = u32:0xffffffff,0x00000403
; assay[gfx1100]: expect memory buf = u32:0xffffffff,0x04000003
.if gfx906
image_store v4, v0, s[4:11] dmask:0x9 unorm d16
.else
image_store v4, v0, s[4:11] dmask:0x9 dim:SQ_RSRC_IMG_1D unorm d16
.endif
