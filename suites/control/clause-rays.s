; Ray intersections make a clause, and the stack of node pointers joins one of LDS.
; RDNA3 ISA, 5.2: clause types IMAGE_BVH and "LDS load / store / atomic / bvh_stack".  No lane is active but the T# is; s0 shows that it ran.
; kills: clause-rays-refused
; assay: arch gfx1100
; assay: rules control.clause.member
; assay: memory bvh size=128
; assay: memory buf u32=7
; assay: state s[4:5] = bvh
; assay: state s6 = 1
; assay: state s7 = 0x80000000
; assay: state s0 = 0
; assay: state exec = 1
; assay: state v1 = 0
; assay: state v2 = -1
; assay: state v[4:5] = -1
; assay: state v[6:7] = -1
; assay: state v16 = 5
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
; assay: lds 1024
; assay: lds_bytes 07000000
; assay: expect s0 = 3
; assay: expect v3[0] = 7
; assay: observe s0 v3
s_lshr_b64 s[4:5], s[4:5], 8
s_or_b32 s5, s5, 0x80000000
s_clause 0x1
image_bvh_intersect_ray v[8:11], v[16:26], s[4:7]
image_bvh_intersect_ray v[28:31], v[16:26], s[4:7]
s_waitcnt vmcnt(0)
s_clause 0x1
ds_load_b32 v3, v1
ds_bvh_stack_rtn_b32 v12, v1, v2, v[4:7]
s_waitcnt lgkmcnt(0)
s_mov_b32 s0, 3
