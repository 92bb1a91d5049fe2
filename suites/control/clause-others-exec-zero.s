; What VMcnt does not count begins its clause with EXEC = 0 too: scalar loads run, LDS has another counter.
; RDNA3 ISA, 5.2; errata E-180.  Both clauses have a foreign member.
; kills: clause-exec-alike
; assay: arch gfx1100
; assay: rules control.clause.member, control.clause.ignored
; assay: memory buf u32=7,9
; assay: state s[2:3] = buf
; assay: state exec = 0
; assay: state v1 = 0
; assay: lds 16
; assay: expect s0 = 4
; assay: expect s5 = 7
; assay: expect finding control.clause.member
; assay: expect finding control.clause.member
; assay: observe s0 s5
s_clause 0x1
s_load_b32 s4, s[2:3], 0x0
s_mov_b32 s0, 3
s_waitcnt lgkmcnt(0)
s_clause 0x1
ds_load_b32 v2, v1
s_mov_b32 s0, 4
s_waitcnt lgkmcnt(0)
s_mov_b32 s5, s4
