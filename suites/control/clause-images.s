; Clauses of image loads, of image stores, of image atomics and of samples: all of one type each.
; RDNA3 ISA, 5.2.  The T# is unbound: loads and samples give 0, and nothing is accessed.
; kills: clause-image-alone
; assay: arch gfx1100
; assay: rules control.clause.member
; assay: state s[4:11] = 0, 0, 0, 0, 0, 0, 0, 0
; assay: state s[12:15] = 0, 0, 0, 0
; assay: memory buf u32=7
; assay: state s[2:3] = buf
; assay: state exec = 1
; assay: state v0 = 0
; assay: state v1 = 5
; assay: state v2 = 0
; assay: expect v2[0] = 0
; assay: observe v2
s_clause 0x1
image_load v2, v0, s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_1D
image_load v3, v0, s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_1D
s_clause 0x1
image_store v1, v0, s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_1D unorm
image_store v1, v0, s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_1D unorm
s_clause 0x1
image_atomic_add v1, v0, s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_1D unorm
image_atomic_add v1, v0, s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_1D unorm
s_clause 0x1
image_sample_lz v4, v0, s[4:11], s[12:15] dmask:0x1 dim:SQ_RSRC_IMG_1D
image_sample_lz v4, v0, s[4:11], s[12:15] dmask:0x1 dim:SQ_RSRC_IMG_1D
s_waitcnt vmcnt(0)
s_waitcnt_vscnt null, 0x0
