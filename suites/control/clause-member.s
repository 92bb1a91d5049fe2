; A scalar ALU instruction may not stand in a clause.
; RDNA3 ISA, 5.2 (S_CLAUSE): memory or VALU instructions of one type.
; kills: errors-unreported
; assay: arch gfx1100
; assay: rules control.clause.member
; assay: memory buf u32=7,9
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: expect s0 = 1
; assay: observe s0
; assay: expect finding control.clause.member
s_clause 0x1
global_load_b32 v0, v1, s[2:3]
s_mov_b32 s0, 1
s_waitcnt vmcnt(0)
