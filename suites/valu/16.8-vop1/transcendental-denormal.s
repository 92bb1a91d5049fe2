; The f32 transcendentals flush subnormals whatever MODE says.
; RDNA3 ISA, 16.8 V_SQRT_F32, V_LOG_F32, V_EXP_F32 (denormals are flushed).  MODE = 0x3f0 keeps them elsewhere.  sqrt(2^-130) = 0, log2 = -inf, 2^-127 = 0; reciprocal root = inf.
; kills: flush-dropped
; assay: arch gfx1100
; assay: rules float.transcendental.special, float.denorm.in
; assay: state v1 = 0x00080000
; assay: state v2 = -127.0
; assay: expect v0[*] = 0
; assay: expect v3[*] = -inf
; assay: expect v4[*] = 0
; assay: expect v5[*] = inf
v_sqrt_f32 v0, v1
v_log_f32 v3, v1
v_exp_f32 v4, v2
v_rsq_f32 v5, v1
