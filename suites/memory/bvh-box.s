; A box node gives the pointers of the children that the ray enters, nearest first, then ones.
; RDNA3 ISA, 10.9, and errata E-190.  Along x from 0 the boxes begin at 6, 2, behind the ray, and 4; an extent of 5 ends before the first.
; kills: boxes-unsorted
; assay: arch gfx1100
; assay: rules memory.bvh.box, memory.bvh
; assay: memory bvh size=128 u32=0x105,0x20d,0x305,0x415,0x40c00000,0x00000000,0x00000000,0x40e00000,0x40800000,0x40800000,0x40000000,0x00000000,0x00000000,0x40400000,0x40800000,0x40800000,0xc1100000,0x00000000,0x00000000,0xc1000000,0x40800000,0x40800000,0x40800000,0x00000000,0x00000000,0x40a00000,0x40800000,0x40800000,0,0,0,0
; assay: state s[4:5] = bvh
; assay: state s6 = 1
; assay: state s7 = 0x80000000
; assay: state v16 = 5
; assay: state v17 = 100.0, 5.0
; assay: state v18 = 0.0
; assay: state v19 = 0.0
; assay: state v20 = 0.0
; assay: state v21 = 1.0
; assay: state v22 = 0.25
; assay: state v23 = 0.25
; assay: state v24 = 1.0
; assay: state v25 = 4.0
; assay: state v26 = 4.0
; assay: state exec = 3
; assay: state v8 = 0
; assay: state v9 = 0
; assay: state v10 = 0
; assay: state v11 = 0
; assay: expect v8[0:1] = 0x20d, 0x20d
; assay: expect v9[0:1] = 0x415, 0x415
; assay: expect v10[0:1] = 0x105, 0xffffffff
; assay: expect v11[0:1] = 0xffffffff, 0xffffffff
; assay: observe v8 v9 v10 v11
s_lshr_b64 s[4:5], s[4:5], 8
s_or_b32 s5, s5, 0x80000000
image_bvh_intersect_ray v[8:11], v[16:26], s[4:7]
s_waitcnt vmcnt(0)
