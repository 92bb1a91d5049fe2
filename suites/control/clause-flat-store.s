; Loads and stores are clauses of different types; here of GLOBAL.
; RDNA3 ISA, 5.2: "all of one type"; the list distinguishes loads from stores.
; kills: clause-flat-alike
; assay: arch gfx1100
; assay: rules control.clause.member
; assay: memory buf u32=7,9
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: state v2 = 5
; assay: expect v0[*] = 7
; assay: expect finding control.clause.member
; assay: observe v0
s_clause 0x1
global_load_b32 v0, v1, s[2:3]
global_store_b32 v1, v2, s[2:3] offset:4
s_waitcnt vmcnt(0)
