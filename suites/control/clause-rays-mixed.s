; A ray intersection is of another type than an image load, either way round.
; RDNA3 ISA, 5.2: clause types.  Both clauses are wrong.
; kills: clause-rays-alike
; assay: arch gfx1100
; assay: rules control.clause.member
; assay: memory bvh size=128
; assay: state s[4:5] = bvh
; assay: state s6 = 1
; assay: state s7 = 0x80000000
; assay: state s[16:23] = 0, 0, 0, 0, 0, 0, 0, 0
; assay: state s0 = 0
; assay: state exec = 1
; assay: state v0 = 0
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
; assay: expect s0 = 3
; assay: expect finding control.clause.member
; assay: expect finding control.clause.member
; assay: observe s0
s_lshr_b64 s[4:5], s[4:5], 8
s_or_b32 s5, s5, 0x80000000
s_clause 0x1
image_bvh_intersect_ray v[8:11], v[16:26], s[4:7]
image_load v2, v0, s[16:23] dmask:0x1 dim:SQ_RSRC_IMG_1D
s_waitcnt vmcnt(0)
s_clause 0x1
image_load v2, v0, s[16:23] dmask:0x1 dim:SQ_RSRC_IMG_1D
image_bvh_intersect_ray v[8:11], v[16:26], s[4:7]
s_waitcnt vmcnt(0)
s_mov_b32 s0, 3
