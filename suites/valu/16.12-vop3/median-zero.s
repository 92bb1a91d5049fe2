; V_MED3 orders by value, zeros of both signs alike: of (-0, -1.0, +0) it gives +0.
; RDNA3 ISA, 16.12 V_MED3_F32, and errata E-106; Vega ISA, 12.12.  med3(5.0, 1.0, 3.0) = 3.0.  Lane 1 is off.
; kills: exec-ignored
; assay: arch gfx906 gfx1100
; assay: rules float.minmax, float.signed_zero
; assay: state exec = 1
; assay: state v0 = 5
; assay: state v1 = -0.0
; assay: state v2 = 3.0
; assay: state v3 = 5.0
; assay: expect v0[0:1] = 0, 5
; assay: expect v4[0] = 3.0
; assay: observe v0 v4
v_med3_f32 v0, v1, -1.0, 0
v_med3_f32 v4, v3, 1.0, v2
