; f64 to an integer truncates and saturates; NaN gives 0.
; RDNA3 ISA, 16.8 V_CVT_I32_F64, V_CVT_U32_F64; Vega ISA, 12.8.  -2.75 gives -2; 2^40 the greatest; -1.0 unsigned 0.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.convert.int
; assay: state v[2:3] = 2.75
; assay: state v[4:5] = 1099511627776.0
; assay: state v[6:7] = -1.0
; assay: state v[8:9] = 0x7ff8000000000000
; assay: expect v0[*] = 0xfffffffe
; assay: expect v1[*] = 0x7fffffff
; assay: expect v10[*] = 0
; assay: expect v11[*] = 0
; assay: expect v12[*] = 0xffffffff
v_cvt_i32_f64_e64 v0, -v[2:3]
v_cvt_i32_f64 v1, v[4:5]
v_cvt_u32_f64 v10, v[6:7]
v_cvt_i32_f64 v11, v[8:9]
v_cvt_u32_f64 v12, v[4:5]
