; A ray and a load that are outstanding together may write one register in either order, though VMcnt counts them in order.
; RDNA3 ISA, 5.6 "data to be written to VGPRs out-of-order", Table 18; errata E-022.
; kills: sampler-in-order
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
; assay: state v0 = 0
; assay: state s[2:3] = bvh
; assay: expect v8[0] = 0x42400000
; assay: expect finding counter.vm.unwaited
; assay: observe v8
s_lshr_b64 s[4:5], s[4:5], 8
image_bvh_intersect_ray v[8:11], [v16, v17, v[18:20], v[21:23], v[24:26]], s[4:7]
global_load_b32 v11, v0, s[2:3]
s_waitcnt vmcnt(0)
