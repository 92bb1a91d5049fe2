; Conversions of f64 to integers truncate and saturate; NaN gives 0.
; RDNA3 ISA, 16.8 V_CVT_I32_F64, V_CVT_U32_F64; Vega ISA, 12.8.  -2.75, 3e9 and inf.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.convert.int
; assay: state v[2:3] = 2.75
; assay: state v[4:5] = 3e9
; assay: state v[6:7] = 0x7ff8000000000000
; assay: expect v0[*] = 0xfffffffe
; assay: expect v1[*] = 0x7fffffff
; assay: expect v8[*] = 3000000000
; assay: expect v9[*] = 0
; assay: expect v10[*] = 0
v_cvt_i32_f64_e64 v0, -v[2:3]
v_cvt_i32_f64 v1, v[4:5]
v_cvt_u32_f64 v8, v[4:5]
v_cvt_u32_f64_e64 v9, -v[4:5]
v_cvt_i32_f64 v10, v[6:7]
