; S_DELAY_ALU, S_NOP and S_SLEEP may stand within a clause of memory operations, and S_DELAY_ALU before S_CLAUSE.
; RDNA3 ISA, 5.2 "legal inside a clause (internal) but is pointless"; "S_DELAY_ALU, S_CLAUSE, first instruction".  buf = {7, 9}.
; kills: clause-delay-refused
; assay: arch gfx1100
; assay: rules control.clause.member
; assay: memory buf u32=7,9
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: expect v3[*] = 9
; assay: expect v5[*] = 0
; assay: observe v3 v5
s_clause 0x4
global_load_b32 v2, v1, s[2:3]
s_delay_alu instid0(NO_DEP)
s_nop 0
s_sleep 0
global_load_b32 v3, v1, s[2:3] offset:4
s_waitcnt vmcnt(0)
v_mov_b32 v4, v1
s_delay_alu instid0(VALU_DEP_1)
s_clause 0x1
v_mov_b32 v5, v4
v_mov_b32 v6, v1
