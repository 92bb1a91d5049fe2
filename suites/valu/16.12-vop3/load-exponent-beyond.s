; V_LDEXP changes the exponent: where the power of two itself is beyond the format, 0 stays 0, infinity stays infinite, and a number may still come out.
; RDNA3 ISA, 16.12 V_LDEXP_F32, V_LDEXP_F64; Vega ISA, 12.12.  2^-149 * 2^149 = 1.0; 2^127 * 2^-200 = 2^-73: exponent 54 = 0x36; 2^-1074 * 2^1074 = 1.0.
; kills: ldexp-product
; assay: arch gfx906 gfx1100
; assay: rules float.ldexp
; assay: state exec = 0xf
; assay: state v1 = 0.0, 0x7f800000, 1, 0x7f000000
; assay: state v2 = 128, -200, 149, -200
; assay: state v3 = 1074
; assay: state v[4:5] = 1
; assay: state v0 = 0
; assay: state v[6:7] = 0
; assay: expect v0[0:3] = 0, 0x7f800000, 1.0, 0x1b000000
; assay: expect v7[0:3] = 0x3ff00000, 0x3ff00000, 0x3ff00000, 0x3ff00000
; assay: observe v0 v6 v7
v_ldexp_f32 v0, v1, v2
v_ldexp_f64 v[6:7], v[4:5], v3
