; A triangle node gives the time of the intersection as numerator and denominator, its dword 15, and whether it is hit.
; RDNA3 ISA, 10.9, Table 55, and errata E-190.  Down from (1, 2, 3): e1 = (4, 0, 0), e2 = (0, 4, 0); the denominator is 16, the time 3 * 16 / 16.
; From (3, 3, 3) it misses that one and hits triangle 1 of the node, of corners 1, 3 and 2.
; kills: corners-of-first
; assay: arch gfx1100
; assay: rules memory.bvh.triangle, decode.nsa
; assay: memory bvh size=64 u32=0x00000000,0x00000000,0x00000000,0x40800000,0x00000000,0x00000000,0x00000000,0x40800000,0x00000000,0x40800000,0x40800000,0x00000000,0x00000000,0x00000000,0x00000000,0x1234
; assay: state s[4:5] = bvh
; assay: state s6 = 0
; assay: state s7 = 0x80000000
; assay: state v16 = 0, 0, 1, 1
; assay: state v17 = 100.0
; assay: state v18 = 1.0, 3.0, 1.0, 3.0
; assay: state v19 = 2.0, 3.0, 2.0, 3.0
; assay: state v20 = 3.0
; assay: state v21 = 0.0
; assay: state v22 = 0.0
; assay: state v23 = -1.0
; assay: state v24 = inf
; assay: state v25 = inf
; assay: state v26 = -1.0
; assay: state exec = 15
; assay: state v8 = 0
; assay: state v9 = 0
; assay: state v10 = 0
; assay: state v11 = 0
; assay: expect v8[0:3] = 0x42400000, 0x7f800000, 0x7f800000, 0x42400000
; assay: expect v9[0:3] = 0x41800000, 0x3f800000, 0x3f800000, 0x41800000
; assay: expect v10[0:3] = 0x1234, 0x1234, 0x1234, 0x1234
; assay: expect v11[0:3] = 1, 0, 0, 1
; assay: observe v8 v9 v10 v11
s_lshr_b64 s[4:5], s[4:5], 8
image_bvh_intersect_ray v[8:11], [v16, v17, v[18:20], v[21:23], v[24:26]], s[4:7]
s_waitcnt vmcnt(0)
