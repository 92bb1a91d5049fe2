; In the DX9 operations zero times anything is zero.
; RDNA3 ISA, 16.12 V_FMA_DX9_ZERO_F32, and errata E-123.  inf * 0 + 1.0 = 1.0; NaN * -0 = +0.  Lane 1 is off.
; kills: exec-ignored
; assay: arch gfx1100
; assay: rules float.dx9
; assay: state exec = 1
; assay: state v0 = 5
; assay: state v1 = inf
; assay: state v2 = 0x7fc00000
; assay: state v3 = -0.0
; assay: expect v0[0:1] = 1.0, 5
; assay: expect v4[0] = 0
; assay: observe v0 v4
v_fma_dx9_zero_f32 v0, v1, 0, 1.0
v_mul_dx9_zero_f32 v4, v2, v3
