; The manual's own examples for zeros and infinities of f32.
; Vega ISA, 12.8 V_EXP_F32, V_LOG_F32, V_RCP_F32, V_RSQ_F32, V_SQRT_F32 (examples); RDNA3 ISA, 16.8.
; kills: abs-dropped
; assay: arch gfx906 gfx1100
; assay: rules float.transcendental.special
; assay: state v1 = -inf
; assay: state v2 = 0x80000000
; assay: state v3 = 1.0
; assay: expect v0[*] = 0
; assay: expect v4[*] = 1.0
; assay: expect v5[*] = inf
; assay: expect v6[*] = -inf
; assay: expect v7[*] = 0
; assay: expect v8[*] = 0x80000000
; assay: expect v9[*] = -inf
; assay: expect v10[*] = 0
; assay: expect v11[*] = 0x80000000
; assay: expect v12[*] = inf
v_exp_f32 v0, v1
v_exp_f32 v4, v2
v_exp_f32_e64 v5, |v1|
v_log_f32 v6, v2
v_log_f32 v7, v3
v_rcp_f32 v8, v1
v_rsq_f32 v9, v2
v_rsq_f32_e64 v10, |v1|
v_sqrt_f32 v11, v2
v_sqrt_f32_e64 v12, |v1|
