; S_DELAY_ALU may not stand within a clause of the vector ALU, nor directly behind S_CLAUSE.
; RDNA3 ISA, 5.2 "S_DELAY_ALU must not occur within a VALU clause"; "must not come immediately after S_CLAUSE".
; kills: clause-delay-alike
; assay: arch gfx1100
; assay: rules control.clause.member
; assay: state v1 = 5
; assay: expect v3[*] = 5
; assay: expect finding control.clause.member
; assay: expect finding control.clause.member
; assay: observe v3
s_clause 0x2
v_mov_b32 v2, v1
s_delay_alu instid0(VALU_DEP_1)
v_mov_b32 v3, v2
s_clause 0x2
s_delay_alu instid0(NO_DEP)
v_mov_b32 v4, v1
v_mov_b32 v5, v1
