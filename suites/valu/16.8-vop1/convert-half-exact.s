; f16 to f32 is exact, subnormals, infinity and the sign of zero included.
; RDNA3 ISA, 16.8 V_CVT_F32_F16; Vega ISA, 12.8.  0x0001 = 2^-24 = 0x33800000; 0xfc00 = -inf; |0x8000| = +0; 0x7bff = 65504 = 0x477fe000.
; kills: abs-dropped
; assay: arch gfx906 gfx1100
; assay: rules float.convert.exact
; assay: state v1 = 1
; assay: state v2 = 0xfc00
; assay: state v3 = 0x8000
; assay: state v4 = 0x7bff
; assay: expect v0[*] = 0x33800000
; assay: expect v5[*] = -inf
; assay: expect v6[*] = 0
; assay: expect v7[*] = 0x80000000
; assay: expect v8[*] = 0x477fe000
v_cvt_f32_f16 v0, v1
v_cvt_f32_f16 v5, v2
v_cvt_f32_f16_e64 v6, |v3|
v_cvt_f32_f16 v7, v3
v_cvt_f32_f16 v8, v4
