; With triangle_return_mode a triangle node gives the weights, times the denominator, of the two corners that its dword 15 names.
; RDNA3 ISA, 10.9, Table 55, and errata E-190.  (1, 2) is 1/4 of corner 1 and 1/2 of corner 2: of 16 that is 4 and 8, and 4 for corner 0.
; kills: weights-unnamed
; assay: arch gfx1100
; assay: rules memory.bvh.triangle
; assay: memory bvh size=128 u32=0x00000000,0x00000000,0x00000000,0x40800000,0x00000000,0x00000000,0x00000000,0x40800000,0x00000000,0x40800000,0x40800000,0x00000000,0x00000000,0x00000000,0x00000000,0x9,0x00000000,0x00000000,0x00000000,0x40800000,0x00000000,0x00000000,0x00000000,0x40800000,0x00000000,0x40800000,0x40800000,0x00000000,0x00000000,0x00000000,0x00000000,0x2
; assay: state s[4:5] = bvh
; assay: state s6 = 1
; assay: state s7 = 0x81000000
; assay: state v16 = 0, 8
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
; assay: state exec = 3
; assay: state v8 = 0
; assay: state v9 = 0
; assay: state v10 = 0
; assay: state v11 = 0
; assay: expect v8[0:1] = 0x42400000, 0x42400000
; assay: expect v9[0:1] = 0x41800000, 0x41800000
; assay: expect v10[0:1] = 0x40800000, 0x41000000
; assay: expect v11[0:1] = 0x41000000, 0x40800000
; assay: observe v8 v9 v10 v11
s_lshr_b64 s[4:5], s[4:5], 8
image_bvh_intersect_ray v[8:11], v[16:26], s[4:7]
s_waitcnt vmcnt(0)
