; The first instruction of each part of a clause is of its type, and each part has two of them.
; RDNA3 ISA, 5.2: "the first instruction of each sub-clause must be of the clause-type"; "at least two of the clause-type".
; The second part of the first clause begins with S_NOP; the second part of the other holds one load.
; kills: clause-part-first-any
; assay: arch gfx1100
; assay: rules control.clause.member
; assay: memory buf u32=7,9
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: expect v4[*] = 9
; assay: expect finding control.clause.member
; assay: expect finding control.clause.member
; assay: observe v4
s_clause 0x305
global_load_b32 v2, v1, s[2:3]
global_load_b32 v3, v1, s[2:3]
global_load_b32 v2, v1, s[2:3]
s_nop 0
global_load_b32 v3, v1, s[2:3]
global_load_b32 v4, v1, s[2:3] offset:4
s_clause 0x203
global_load_b32 v2, v1, s[2:3]
global_load_b32 v3, v1, s[2:3]
global_load_b32 v2, v1, s[2:3]
s_nop 0
s_waitcnt vmcnt(0)
