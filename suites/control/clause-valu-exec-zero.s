; A clause of the vector ALU that starts with EXEC = 0 is ignored, so that nothing in it is out of place; this is noted.
; RDNA3 ISA, 5.2.  s0 = 3; v0 stays.
; kills: clause-exec-unseen
; assay: arch gfx1100
; assay: rules control.clause.member, control.clause.ignored
; assay: state exec = 0
; assay: state v0 = 9
; assay: expect s0 = 3
; assay: expect v0[*] = 9
; assay: expect note control.clause.ignored
; assay: observe s0 v0
s_clause 0x1
v_mov_b32 v0, 1
s_mov_b32 s0, 3
