; With NSA each coordinate is in a register of its own, in any order.
; RDNA3 ISA, 10.1.5.  x = 1 in v9, y = 1 in v2, slice 1 in v5: slice 1 begins at dword 128, its texel (1, 1) is dword 128 + 64 + 1.
; kills: image-addresses-in-a-row
; assay: arch gfx1100
; assay: rules image.address
; assay: memory buf size=1024 address=0x100000 u32=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,7
; assay[gfx1100]: state s[4:11] = 0x1000, 0x41400000, 0x4000, 0xd0000fac, 0x1, 0x0, 0x0, 0x0
; assay: state exec = 1
; assay: state v9 = 1
; assay: state v2 = 1
; assay: state v5 = 1
; assay: state v4 = 0
; assay: state v[10:11] = 0
; assay: expect v4[0] = 7
image_load v4, [v9, v2, v5], s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_2D_ARRAY
s_waitcnt vmcnt(0)
