; Branches, messages, waits, scalar ALU, another S_CLAUSE and loads past the vector ALU may not stand in a clause.
; RDNA3 ISA, 5.2 "cannot be in a clause".  One of each: eight.
; kills: clause-controls-alike
; assay: arch gfx1100
; assay: rules control.clause.member
; assay: state v1 = 3
; assay: lds 512
; assay: state m0 = 0x20000
; assay: expect finding control.clause.member
; assay: expect finding control.clause.member
; assay: expect finding control.clause.member
; assay: expect finding control.clause.member
; assay: expect finding control.clause.member
; assay: expect finding control.clause.member
; assay: expect finding control.clause.member
; assay: expect finding control.clause.member
; assay: expect v0[*] = 3
; assay: observe v0
s_clause 0x1
v_mov_b32 v0, v1
s_branch 0
s_clause 0x1
v_mov_b32 v0, v1
s_sendmsg sendmsg(MSG_INTERRUPT)
s_waitcnt lgkmcnt(0)
s_clause 0x1
v_mov_b32 v0, v1
s_waitcnt vmcnt(0)
s_clause 0x1
v_mov_b32 v0, v1
s_wait_idle
s_clause 0x1
v_mov_b32 v0, v1
s_waitcnt_depctr 0xfff
s_clause 0x1
v_mov_b32 v0, v1
s_mov_b32 s0, 0
s_clause 0x2
v_mov_b32 v0, v1
s_clause 0x1
v_mov_b32 v0, v1
v_mov_b32 v0, v1
s_clause 0x1
v_mov_b32 v0, v1
lds_direct_load v7 wait_vdst:0
s_waitcnt expcnt(0)
