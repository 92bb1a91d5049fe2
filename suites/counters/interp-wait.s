; V_INTERP waits for EXPcnt itself: WAIT_EXP 1 proves the first of two parameter loads.
; RDNA3 ISA, 12.3.  P0 = 2, P10 = 1, I = 3: 5.
; kills: quad-ignored
; assay: arch gfx1100
; assay: rules interp.wait, counter.exp.unwaited
; assay: lds = 512
; assay: lds_bytes = 000000400000000000000000000000000000803f
; assay: state m0 = 0
; assay: state v0 = 3.0
; assay: expect v3[*] = 5.0
lds_param_load v1, attr0.x
lds_param_load v2, attr0.y
v_interp_p10_f32 v3, v1, v0, v1 wait_exp:1
s_waitcnt expcnt(0)
