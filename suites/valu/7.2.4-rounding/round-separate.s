; f16 and f64 have a rounding mode of their own, apart from f32.
; RDNA3 ISA, 7.2.4, Table 28 ([1:0] and [3:2]); Vega ISA, 3.5.  MODE = 0x3f4 rounds f16 and f64 up and f32 to even: 1.0 + tiny is 0x3c01, 1 + 2^-52 and 0x3f800000.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules float.round
; assay: state mode = 0x3f4
; assay: state v0 = 0
; assay: state v1 = 0x3c00
; assay: state v2 = 0x0001
; assay: state v[4:5] = 1.0
; assay: state v[6:7] = 0x0000000000000001
; assay: state v8 = 1.0
; assay: state v9 = 0x30800000
; assay: expect v0[*] = 0x3c01
; assay: expect v[10:11] = 0x3ff0000000000001
; assay: expect v12[*] = 0x3f800000
v_add_f16 v0, v1, v2
v_add_f64 v[10:11], v[4:5], v[6:7]
v_add_f32 v12, v8, v9
