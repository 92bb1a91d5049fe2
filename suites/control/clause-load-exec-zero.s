; Loads that are skipped, EXEC being 0 and none outstanding, start no clause; with one outstanding they do.
; RDNA3 ISA, 5.2.  The first clause has a foreign member and is none; the second has one and is wrong.
; kills: clause-exec-unseen
; assay: arch gfx1100
; assay: rules control.clause.member, control.clause.ignored
; assay: memory buf u32=7,9
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: expect s0 = 4
; assay: expect v4[*] = 7
; assay: expect note control.clause.ignored
; assay: expect finding control.clause.member
; assay: observe s0 v4
s_mov_b64 s[8:9], exec
s_mov_b64 exec, 0
s_clause 0x1
global_load_b32 v0, v1, s[2:3]
s_mov_b32 s0, 3
s_mov_b64 exec, s[8:9]
s_waitcnt vmcnt(0)
global_load_b32 v4, v1, s[2:3]
s_mov_b64 exec, 0
s_clause 0x1
global_load_b32 v2, v1, s[2:3]
s_mov_b32 s0, 4
s_mov_b64 exec, s[8:9]
s_waitcnt vmcnt(0)
