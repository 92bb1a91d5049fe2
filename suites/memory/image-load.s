; An image load takes texel y * pitch + x, its components by DST_SEL, and returns those of DMASK in a row.
; RDNA3 ISA, 10.2, 10.4; Vega ISA, 8.2.  Rows of 8_8_8_8 are 64 texels; texel (1, 1) is dword 65.  DST_SEL W, 1, 0, X; DMASK 1011: W, 1 and X.
; kills: image-select-ignored
; assay: arch gfx906 gfx1100
; assay: rules image.load, image.address
; assay: memory buf size=512 address=0x100000 u32=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0x04030201
; assay[gfx906]: state s[4:11] = 0x1000, 0x10a00000, 0x4001, 0x9000080f, 0x7e000, 0x0, 0x0, 0x0
; assay[gfx1100]: state s[4:11] = 0x1000, 0x42e00000, 0x4000, 0x9000080f, 0x0, 0x0, 0x0, 0x0
; assay: state exec = 1
; assay: state v0 = 1
; assay: state v1 = 1
; assay: state v[4:5] = 0
; assay: state v6 = 0
; assay: expect v4[0] = 4
; assay: expect v5[0] = 1
; assay: expect v6[0] = 1
.if gfx906
image_load v[4:6], v[0:1], s[4:11] dmask:0xb
.else
image_load v[4:6], v[0:1], s[4:11] dmask:0xb dim:SQ_RSRC_IMG_2D
.endif
s_waitcnt vmcnt(0)
