; A node behind the last one that the T# counts is reported, and its result is undefined; nodes of types 6 and 7 are answered with ones, wherever they lie.
; RDNA3 ISA, Table 54, and errata E-190.
; kills: nodes-uncounted
; assay: arch gfx1100
; assay: rules memory.bvh.range
; assay: memory bvh size=64 u32=0x00000000,0x00000000,0x00000000,0x40800000,0x00000000,0x00000000,0x00000000,0x40800000,0x00000000,0x40800000,0x40800000,0x00000000,0x00000000,0x00000000,0x00000000,0x1234
; assay: state s[4:5] = bvh
; assay: state s6 = 0
; assay: state s7 = 0x80000000
; assay: state v16 = 0, 8, 0x106, 0x107
; assay: state v17 = 100.0
; assay: state v18 = 1.0
; assay: state v19 = 2.0
; assay: state v20 = 3.0
; assay: state v21 = 0.0
; assay: state v22 = 0.0
; assay: state v23 = -1.0
; assay: state v24 = inf
; assay: state v25 = inf
; assay: state v26 = -1.0
; assay: state exec = 15
; assay: expect finding memory.bvh.range
; assay: expect v8[0] = 0x42400000
; assay: expect v8[2:3] = 0xffffffff, 0xffffffff
; assay: expect v11[2:3] = 0xffffffff, 0xffffffff
; assay: observe v8 v11
s_lshr_b64 s[4:5], s[4:5], 8
image_bvh_intersect_ray v[8:11], v[16:26], s[4:7]
s_waitcnt vmcnt(0)
