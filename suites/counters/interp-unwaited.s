; A parameter that is not waited for is read too early.
; RDNA3 ISA, 12.2.1.2.
; kills: errors-unreported
; assay: arch gfx1100
; assay: rules counter.exp.unwaited
; assay: lds = 512
; assay: state m0 = 0
; assay: state v0 = 3.0
; assay: expect finding counter.exp.unwaited
lds_param_load v1, attr0.x
v_interp_p10_f32 v3, v1, v0, v1 wait_exp:7
