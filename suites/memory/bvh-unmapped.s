; A node where no memory is ends the run.
; RDNA3 ISA, 10.9, and errata E-190.  Node 2 lies 128 bytes behind node 0, where the region ends.
; kills: nodes-halved
; assay: arch gfx1100
; assay: rules memory.bvh.range
; assay: memory bvh size=128
; assay: state s[4:5] = bvh
; assay: state s6 = 7
; assay: state s7 = 0x80000000
; assay: state v16 = 16
; assay: state v17 = 0
; assay: state v18 = 0
; assay: state v19 = 0
; assay: state v20 = 0
; assay: state v21 = 0
; assay: state v22 = 0
; assay: state v23 = 0
; assay: state v24 = 0
; assay: state v25 = 0
; assay: state v26 = 0
; assay: expect status fault
; assay: observe s6
s_lshr_b64 s[4:5], s[4:5], 8
image_bvh_intersect_ray v[8:11], v[16:26], s[4:7]
s_waitcnt vmcnt(0)
