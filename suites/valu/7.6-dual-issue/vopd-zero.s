; V_DUAL_MUL_DX9_ZERO gives 0 when a factor is 0.
; RDNA3 ISA, 16.11.  inf * 0 = 0 there; inf * 2.0 = inf.
; kills: vopd-y-dropped
; assay: arch gfx1100
; assay: wave 32
; assay: rules valu.vopd, float.dx9
; assay: state v1 = inf
; assay: state v2 = 0.0
; assay: state v4 = inf
; assay: state v5 = 2.0
; assay: expect v0[*] = 0
; assay: expect v3[*] = inf
v_dual_mul_dx9_zero_f32 v0, v1, v2 :: v_dual_mul_dx9_zero_f32 v3, v4, v5
