; f64 to f32 rounds by MODE and overflows to infinity; f32 to f64 is exact, subnormals too.
; RDNA3 ISA, 16.8 V_CVT_F32_F64, V_CVT_F64_F32; Vega ISA, 12.8.  0.1 rounds to 0x3dcccccd; 2^200 is infinite; 2^-149 is 0x36a00000_00000000 as f64.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules float.convert.exact
; assay: state v[2:3] = 0.1
; assay: state v[4:5] = 1.6069380442589903e60
; assay: state v6 = 1
; assay: expect v0[*] = 0xbdcccccd
; assay: expect v1[*] = inf
; assay: expect v[8:9] = 0x36a0000000000000
v_cvt_f32_f64_e64 v0, -v[2:3]
v_cvt_f32_f64 v1, v[4:5]
v_cvt_f64_f32 v[8:9], v6
