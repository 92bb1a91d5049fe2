; The reciprocal of zero is infinity of its sign and the other way round; square root and logarithm of negatives are NaN.
; RDNA3 ISA, 16.8 V_RCP_F32, V_SQRT_F32, V_LOG_F32; Vega ISA, 12.8.
; kills: abs-dropped
; assay: arch gfx906 gfx1100
; assay: rules float.transcendental.special
; assay: state v1 = -0.0
; assay: state v2 = -inf
; assay: state v3 = -1.0
; assay: expect v0[*] = -inf
; assay: expect v4[*] = 0
; assay: expect v5[*] = nan
; assay: expect v6[*] = -inf
v_rcp_f32 v0, v1
v_rcp_f32_e64 v4, |v2|
v_sqrt_f32 v5, v3
v_log_f32_e64 v6, |v1|
