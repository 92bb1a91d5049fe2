; Invalidations of caches may not stand in a clause, of scalar memory or of vector loads.
; RDNA3 ISA, 8.3 "INV [...] may not be in a clause", 5.2; errata E-262.
; kills: clause-invalidation-alike
; assay: arch gfx1100
; assay: rules control.clause.member
; assay: memory buf u32=7
; assay: state exec = 1
; assay: state s[2:3] = buf
; assay: state v0 = 0
; assay: expect s4 = 7
; assay: expect v1[0] = 7
; assay: expect finding control.clause.member
; assay: expect finding control.clause.member
; assay: expect finding hazard.smem.group
s_clause 0x1
s_load_b32 s4, s[2:3], 0x0
s_gl1_inv
s_clause 0x1
global_load_b32 v1, v0, s[2:3]
buffer_gl0_inv
s_waitcnt vmcnt(0) lgkmcnt(0)
