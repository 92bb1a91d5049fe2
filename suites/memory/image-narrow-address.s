; With A16 a register holds two coordinates, the first one lower.
; RDNA3 ISA, 10.1.3; Vega ISA, 8.2.  x = 1, y = 1 in one register, and what stands behind it is no coordinate: dword 65.
; kills: image-a16-ignored
; assay: arch gfx906 gfx1100
; assay: rules image.address
; assay: memory buf size=512 address=0x100000 u32=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,7
; assay[gfx906]: state s[4:11] = 0x1000, 0x10400000, 0x4001, 0x90000fac, 0x7e000, 0x0, 0x0, 0x0
; assay[gfx1100]: state s[4:11] = 0x1000, 0x41400000, 0x4000, 0x90000fac, 0x0, 0x0, 0x0, 0x0
; assay: state exec = 1
; assay: state v0 = 0x10001
; assay: state v1 = 5
; assay: state v4 = 0
; assay: expect v4[0] = 7
.if gfx906
image_load v4, v0, s[4:11] dmask:0x1 a16
.else
image_load v4, v0, s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_2D a16
.endif
s_waitcnt vmcnt(0)
