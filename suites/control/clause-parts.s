; A clause in parts of two: each holds two instructions of its type, so that four loads are well, and nothing is found.
; RDNA3 ISA, 5.2, 16.5 S_CLAUSE: SIMM16[5:0] + 1 instructions, a break after every SIMM16[11:8].
; kills: clause-part-quotient
; assay: arch gfx1100
; assay: rules control.clause.member
; assay: memory buf u32=7,9
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: expect v6[*] = 7
; assay: expect status ok
; assay: observe v6
s_clause 0x203
global_load_b32 v0, v1, s[2:3]
global_load_b32 v2, v1, s[2:3]
global_load_b32 v3, v1, s[2:3]
global_load_b32 v4, v1, s[2:3]
s_waitcnt vmcnt(0)
v_mov_b32 v6, v4
