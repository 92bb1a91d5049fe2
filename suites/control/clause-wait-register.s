; With a register the waits of one counter may not stand in a clause, nor may they be its first instruction.
; RDNA3 ISA, 5.2, 16.2.  The word is S_WAITCNT_VMCNT s4, 0; both clauses are wrong.
; kills: clause-wait-alike
; assay: arch gfx1100
; assay: rules control.clause.member
; assay: memory buf u32=7,9
; assay: state s[2:3] = buf
; assay: state s4 = 0
; assay: state v1 = 0
; assay: expect v2[*] = 7
; assay: expect v3[*] = 9
; assay: expect finding control.clause.member
; assay: expect finding control.clause.member
; assay: observe v2 v3
s_clause 0x2
global_load_b32 v2, v1, s[2:3]
.long 0xb0000000 | 25 << 23 | 4 << 16 | 0
global_load_b32 v3, v1, s[2:3] offset:4
s_waitcnt vmcnt(0)
s_clause 0x2
s_waitcnt_vmcnt null, 0x0
global_load_b32 v2, v1, s[2:3]
global_load_b32 v3, v1, s[2:3] offset:4
s_waitcnt vmcnt(0)
