; Reciprocals, roots, powers and logarithms of f32 are good to one unit in the last place.
; RDNA3 ISA, 16.8; Vega ISA, 12.8.  1/3 = 0x3eaaaaab, sqrt 2 = 0x3fb504f3, 2^3 = 8, log2 8 = 3.  |-3.0| = 3.0.
; kills: abs-dropped
; assay: arch gfx906 gfx1100
; assay: rules float.transcendental
; assay: state v1 = -3.0
; assay: state v2 = 2.0
; assay: state v3 = 3.0
; assay: state v4 = 8.0
; assay: expect v0[*] = 0x3eaaaaab ulp 1
; assay: expect v5[*] = 0x3fb504f3 ulp 1
; assay: expect v6[*] = 8.0 ulp 1
; assay: expect v7[*] = 3.0 ulp 1
v_rcp_f32_e64 v0, |v1|
v_sqrt_f32 v5, v2
v_exp_f32 v6, v3
v_log_f32 v7, v4
