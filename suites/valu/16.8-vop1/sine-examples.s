; Sine and cosine count in turns: a quarter gives 1 and 0; infinity gives NaN, the largest float 0 and 1.
; Vega ISA, 12.8 V_SIN_F32, V_COS_F32 (examples), errata E-113; RDNA3 ISA, 16.8.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.transcendental.special
; assay: state v1 = 0.25
; assay: state v2 = -inf
; assay: state v3 = 0xff7fffff
; assay: state v4 = 0x80000000
; assay: expect v0[*] = 1.0 ulp 16
; assay: expect v5[*] = 0 ulp 16
; assay: expect v6[*] = nan
; assay: expect v7[*] = nan
; assay: expect v8[*] = 0
; assay: expect v9[*] = 1.0
; assay: expect v10[*] = 1.0
v_sin_f32 v0, v1
v_cos_f32 v5, v1
v_sin_f32 v6, v2
v_cos_f32_e64 v7, |v2|
v_sin_f32_e64 v8, |v3|
v_cos_f32 v9, v3
v_cos_f32 v10, v4
