; Image loads and samples that are skipped, EXEC being 0 and none outstanding on VMcnt, start no clause either.
; RDNA3 ISA, 5.2 "VMEM-load skipped due to EXEC==0 and VMcnt==0"; errata E-180.  Both clauses have a foreign member and are none.
; kills: clause-loads-few
; assay: arch gfx1100
; assay: rules control.clause.member, control.clause.ignored
; assay: state s[4:11] = 0, 0, 0, 0, 0, 0, 0, 0
; assay: state s[12:15] = 0, 0, 0, 0
; assay: state exec = 0
; assay: state v0 = 0
; assay: state v2 = 9
; assay: expect s0 = 4
; assay: expect v2[*] = 9
; assay: expect note control.clause.ignored
; assay: observe s0 v2
s_clause 0x1
image_load v2, v0, s[4:11] dmask:0x1 dim:SQ_RSRC_IMG_1D
s_mov_b32 s0, 3
s_waitcnt vmcnt(0)
s_clause 0x1
image_sample_lz v2, v0, s[4:11], s[12:15] dmask:0x1 dim:SQ_RSRC_IMG_1D
s_mov_b32 s0, 4
s_waitcnt vmcnt(0)
