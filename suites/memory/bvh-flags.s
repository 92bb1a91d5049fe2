; With pointer_flags bits 63:54 of a node pointer cull: front faces (59), where bit 57 turns them, and the signs of the answer.
; RDNA3 ISA, Table 54, and errata E-191.  Down at (1, 2) from 3 the denominator is +16: a front face.
; kills: pointer-flags-ignored
; assay: arch gfx1100
; assay: rules memory.bvh.triangle
; assay: memory bvh size=64 u32=0x00000000,0x00000000,0x00000000,0x40800000,0x00000000,0x00000000,0x00000000,0x40800000,0x00000000,0x40800000,0x40800000,0x00000000,0x00000000,0x00000000,0x00000000,0x1200
; assay: state s[4:5] = bvh
; assay: state s6 = 0
; assay: state s7 = 0x80800000
; assay: state v16 = 0
; assay: state v17 = 0, 0x04000000, 0x08000000, 0x0a000000
; assay: state v18 = 100.0
; assay: state v19 = 1.0
; assay: state v20 = 2.0
; assay: state v21 = 3.0
; assay: state v22 = 0.0
; assay: state v23 = 0.0
; assay: state v24 = -1.0
; assay: state v25 = inf
; assay: state v26 = inf
; assay: state v27 = -1.0
; assay: state exec = 15
; assay: state v8 = 0
; assay: state v9 = 0
; assay: state v11 = 0
; assay: expect v8[0:3] = 0x42400000, 0x42400000, 0x7f800000, 0xc2400000
; assay: expect v9[0:3] = 0x41800000, 0x41800000, 0x3f800000, 0xc1800000
; assay: expect v11[0:3] = 1, 1, 0, 1
; assay: observe v8 v9 v11
s_lshr_b64 s[4:5], s[4:5], 8
image_bvh64_intersect_ray v[8:11], v[16:27], s[4:7]
s_waitcnt vmcnt(0)
