; A load and an atomic, FLAT and GLOBAL, LDS and SMEM, a load and a scalar load are of different types.
; RDNA3 ISA, 5.2.  All four clauses are wrong.
; kills: clause-atomic-alike
; assay: arch gfx1100
; assay: rules control.clause.member
; assay: memory buf u32=7,9
; assay: state s[2:3] = buf
; assay: state v[10:11] = buf
; assay: state v1 = 0
; assay: state v2 = 5
; assay: state exec = 1
; assay: lds 8
; assay: lds_bytes 0300000004000000
; assay: expect finding control.clause.member
; assay: expect finding control.clause.member
; assay: expect finding control.clause.member
; assay: expect finding control.clause.member
; assay: expect s5 = 12
; assay: observe s5
s_clause 0x1
global_load_b32 v4, v1, s[2:3]
global_atomic_add_u32 v1, v2, s[2:3]
s_waitcnt vmcnt(0)
s_waitcnt_vscnt null, 0x0
s_clause 0x1
global_load_b32 v4, v1, s[2:3]
flat_load_b32 v5, v[10:11]
s_waitcnt vmcnt(0) lgkmcnt(0)
s_clause 0x1
ds_load_b32 v6, v1
s_load_b32 s5, s[2:3], 0x0
s_waitcnt lgkmcnt(0)
s_clause 0x1
global_load_b32 v4, v1, s[2:3]
s_load_b32 s5, s[2:3], 0x0
s_waitcnt vmcnt(0) lgkmcnt(0)
