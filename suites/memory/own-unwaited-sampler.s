; A scalar store of a texel, and a sampler that filters it with its neighbour: two ways to memory, which LGKMcnt orders.
; Behind the wait the same is legal.
; Vega ISA, 4.4, 8.2.
; kills: own-sampler-unseen
; assay: arch gfx906
; assay: rules memory.own.unwaited
; assay: memory img address=0x100000 size=256 u32=0x3f800000,0x40400000
; assay: state s[8:15] = 0x1000, 0x1c400000, 0x1, 0x80000fac, 0x7e000, 0x0, 0x0, 0x0
; assay: state s[16:19] = 0x8092, 0xfff000, 0x500000, 0x0
; assay: state exec = 1
; assay: state s[2:3] = img
; assay: state s4 = 5.0
; assay: state v1 = 1.0
; assay: expect finding memory.own.unwaited
; assay: expect v4[0] = 3.0
; assay: observe v4
s_store_dword s4, s[2:3], 0x4
image_sample_lz v3, v1, s[8:15], s[16:19] dmask:0x1
s_waitcnt vmcnt(0) lgkmcnt(0)
image_sample_lz v4, v1, s[8:15], s[16:19] dmask:0x1
s_waitcnt vmcnt(0)
