; V_MIN_F32 orders -0 below +0.
; RDNA3 ISA, 16.7 V_MIN_F32; Vega ISA, 12.7.  min(+0, -(+0)) = -0, max = +0.
; kills: neg-dropped
; assay: arch gfx906 gfx1100
; assay: rules float.minmax, float.signed_zero
; assay: state v1 = 0.0
; assay: expect v0[*] = 0x80000000
; assay: expect v2[*] = 0
v_min_f32_e64 v0, v1, -v1
v_max_f32_e64 v2, v1, -v1
