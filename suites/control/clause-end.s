; Exports, parameter loads and the end of the program may not stand in a clause.
; RDNA3 ISA, 5.2 "Cannot be in a clause".
; kills: clause-controls-alike
; assay: arch gfx1100
; assay: rules control.clause.member
; assay: lds 512
; assay: state m0 = 0
; assay: state v1 = 3
; assay: expect v0[*] = 3
; assay: expect finding control.clause.member
; assay: expect finding control.clause.member
; assay: expect finding control.clause.member
; assay: observe v0
s_clause 0x1
v_mov_b32 v0, v1
exp mrt0 v1, off, off, off
s_clause 0x1
v_mov_b32 v0, v1
lds_param_load v7, attr0.x wait_vdst:0
s_waitcnt expcnt(0)
s_clause 0x1
v_mov_b32 v0, v1
s_endpgm
