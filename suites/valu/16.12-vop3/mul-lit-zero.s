; V_MULLIT gives 0 for a zero factor, even against infinity.
; RDNA3 ISA, 16.12 V_MULLIT_F32 (0 * x = 0).  inf * 0 with source 2 = 1.0.
; kills: third-source-zero
; assay: arch gfx1100
; assay: rules float.mullit, float.legacy
; assay: state v1 = inf
; assay: state v2 = 0.0
; assay: state v3 = 1.0
; assay: expect v0[*] = 0
v_mullit_f32 v0, v1, v2, v3
