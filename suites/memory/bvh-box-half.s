; A box node of type 4 has coordinates of 16 bits; A16 pairs each direction with its inverse; without sorting children keep their places.
; RDNA3 ISA, 10.9, Table 53, and errata E-190.  Along x from 0 the boxes begin at 6, 2, behind the ray, and 4.
; kills: ray-halves-swapped
; assay: arch gfx1100
; assay: rules memory.bvh.box
; assay: memory bvh size=64 u32=0x105,0x20d,0x305,0x415,0x00004600,0x47000000,0x44004400,0x00004000,0x42000000,0x44004400,0x0000c880,0xc8000000,0x44004400,0x00004400,0x45000000,0x44004400
; assay: state s[4:5] = bvh
; assay: state s6 = 0
; assay: state s7 = 0x80000000
; assay: state v16 = 4
; assay: state v17 = 0
; assay: state v18 = 100.0
; assay: state v19 = 0
; assay: state v20 = 0
; assay: state v21 = 0
; assay: state v22 = 0x3c003c00
; assay: state v23 = 0x44003400
; assay: state v24 = 0x44003400
; assay: expect v8[*] = 0x105
; assay: expect v9[*] = 0x20d
; assay: expect v10[*] = 0xffffffff
; assay: expect v11[*] = 0x415
; assay: observe v8 v9 v10 v11
s_lshr_b64 s[4:5], s[4:5], 8
image_bvh64_intersect_ray v[8:11], v[16:24], s[4:7] a16
s_waitcnt vmcnt(0)
