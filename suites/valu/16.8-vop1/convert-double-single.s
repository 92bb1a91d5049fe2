; f64 to f32 rounds by MODE's f32 setting; f32 to f64 is exact, subnormals included.
; RDNA3 ISA, 16.8 V_CVT_F32_F64, V_CVT_F64_F32; Vega ISA, 12.8.  1 + 2^-24 lies in the middle: 1.0; 1 + 3 * 2^-24 gives 1 + 2^-22; 2^-149 = 0x36a0000000000000.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules float.convert.exact, float.round
; assay: state v[2:3] = 0x3ff0000010000000
; assay: state v[4:5] = 0x3ff0000030000000
; assay: state v6 = 1
; assay: expect v0[*] = 0x3f800000
; assay: expect v1[*] = 0x3f800002
; assay: expect v[8:9] = 0x36a0000000000000
v_cvt_f32_f64 v0, v[2:3]
v_cvt_f32_f64 v1, v[4:5]
v_cvt_f64_f32 v[8:9], v6
