; EXEC becoming 0 inside a clause of the vector ALU does not end it: its last instruction still must be of its type.
; RDNA3 ISA, 5.2.  No lane of v1 is above 63; the clause is well, and the next one, begun with EXEC = 0, is none.
; kills: clause-exec-unseen
; assay: arch gfx1100
; assay: rules control.clause.member, control.clause.ignored
; assay: state v1 = lane
; assay: state v0 = 9
; assay: expect v0[*] = 9
; assay: expect s0 = 1
; assay: expect note control.clause.ignored
; assay: observe v0 s0
s_clause 0x2
v_mov_b32 v2, 64
v_cmpx_gt_u32 v1, v2
v_mov_b32 v0, 1
s_clause 0x1
v_mov_b32 v0, 2
s_mov_b32 s0, 1
