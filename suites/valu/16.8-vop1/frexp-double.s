; V_FREXP of f64: a mantissa in [0.5, 1) with the sign, and the exponent; of infinity 0 and itself.
; RDNA3 ISA, 16.8 V_FREXP_EXP_I32_F64; Vega ISA, 12.8.  -12.0 = -0.75 * 2^4.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules float.frexp
; assay: state v[2:3] = 12.0
; assay: state v[4:5] = inf
; assay: expect v[0:1] = -0.75
; assay: expect v6[*] = 4
; assay: expect v[8:9] = inf
; assay: expect v7[*] = 0
v_frexp_mant_f64_e64 v[0:1], -v[2:3]
v_frexp_exp_i32_f64 v6, v[2:3]
v_frexp_mant_f64 v[8:9], v[4:5]
v_frexp_exp_i32_f64 v7, v[4:5]
