; Integers beyond 24 bits round to the nearest f32, by MODE; f64 holds every 32-bit integer.
; RDNA3 ISA, 16.8 V_CVT_F32_U32, V_CVT_F64_I32; Vega ISA, 12.8.  0xffffffff gives 2^32; 16777217 the even 16777216; -16777219 gives -16777220.
; kills: round-to-zero
; assay: arch gfx906 gfx1100
; assay: rules float.convert.exact
; assay: state v1 = 0xffffffff
; assay: state v2 = 16777217
; assay: state v3 = 0xfefffffd
; assay: expect v0[*] = 0x4f800000
; assay: expect v4[*] = 0x4b800000
; assay: expect v5[*] = 0xcb800002
; assay: expect v[6:7] = -1.0
; assay: expect v[8:9] = 4294967295.0
v_cvt_f32_u32 v0, v1
v_cvt_f32_i32 v4, v2
v_cvt_f32_i32 v5, v3
v_cvt_f64_i32 v[6:7], v1
v_cvt_f64_u32 v[8:9], v1
