; Clauses of stores, of atomics, of FLAT loads, stores and atomics, of LDS whatever it does, and of scalar loads: all of one type each.
; RDNA3 ISA, 5.2.  buf = {7, 9, 1, 2}: stores put 5 to words 2 and 3, atomics add 5 to both twice, and 5 more is stored to word 2: 5 and 15.
; kills: clause-lds-by-verb
; assay: arch gfx1100
; assay: rules control.clause.member, control.clause.ignored
; assay: memory buf u32=7,9,1,2
; assay: state s[2:3] = buf
; assay: state v[10:11] = buf
; assay: state v1 = 0
; assay: state v2 = 5
; assay: state exec = 1
; assay: lds 8
; assay: lds_bytes 0300000004000000
; assay: state v5 = 0
; assay: state v6 = 0
; assay: expect memory buf = u32:7,9,5,15
; assay: expect v5[0] = 9
; assay: expect v6[0] = 3
; assay: expect lds = u32:5,9
; assay: expect s5 = 9
; assay: observe memory:buf v5 v6 lds s5
s_clause 0x1
global_store_b32 v1, v2, s[2:3] offset:8
global_store_b32 v1, v2, s[2:3] offset:12
s_waitcnt_vscnt null, 0x0
s_clause 0x1
global_atomic_add_u32 v1, v2, s[2:3] offset:8
global_atomic_add_u32 v1, v2, s[2:3] offset:12
s_waitcnt_vscnt null, 0x0
s_clause 0x1
flat_atomic_add_u32 v[10:11], v2 offset:8
flat_atomic_add_u32 v[10:11], v2 offset:12
s_waitcnt_vscnt null, 0x0
s_waitcnt lgkmcnt(0)
s_clause 0x1
flat_load_b32 v4, v[10:11]
flat_load_b32 v5, v[10:11] offset:4
s_clause 0x1
flat_store_b32 v[10:11], v2 offset:8
flat_store_b32 v[10:11], v2 offset:8
s_waitcnt_vscnt null, 0x0
s_waitcnt vmcnt(0) lgkmcnt(0)
s_clause 0x2
ds_load_b32 v6, v1
ds_store_b32 v1, v2
ds_add_u32 v1, v2 offset:4
s_waitcnt lgkmcnt(0)
s_clause 0x2
s_load_b32 s4, s[2:3], 0x0
s_nop 0
s_load_b32 s5, s[2:3], 0x4
s_waitcnt lgkmcnt(0)
