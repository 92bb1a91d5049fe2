; Two rays that are outstanding together write one register in the order of issue: what comes last is the second one's.
; RDNA3 ISA, 5.6, Table 18, 10.9; errata E-022.  Down from (1, 2, 3) a ray misses triangle 1 and hits triangle 0 of the node: 3 * 16 / 16, dword
; 15, hit.
; kills: rays-apart
; assay: arch gfx1100
; assay: rules counter.vm.unwaited, counter.order
; assay: memory bvh size=64 u32=0x00000000,0x00000000,0x00000000,0x40800000,0x00000000,0x00000000,0x00000000,0x40800000,0x00000000,0x40800000,0x40800000,0x00000000,0x00000000,0x00000000,0x00000000,0x1234
; assay: state s[4:5] = bvh
; assay: state s6 = 0
; assay: state s7 = 0x80000000
; assay: state v8 = 0
; assay: state v9 = 0
; assay: state v10 = 0
; assay: state v11 = 0
; assay: state v15 = 1
; assay: state v16 = 0
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
; assay: state exec = 1
; assay: expect v8[0] = 0x42400000
; assay: expect v9[0] = 0x41800000
; assay: expect v10[0] = 0x1234
; assay: expect v11[0] = 1
; assay: observe v8 v9 v10 v11
s_lshr_b64 s[4:5], s[4:5], 8
image_bvh_intersect_ray v[8:11], [v15, v17, v[18:20], v[21:23], v[24:26]], s[4:7]
image_bvh_intersect_ray v[8:11], [v16, v17, v[18:20], v[21:23], v[24:26]], s[4:7]
s_waitcnt vmcnt(0)
