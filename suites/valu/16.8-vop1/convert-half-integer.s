; f16 to 16-bit integers truncates and saturates; back it rounds to even.
; RDNA3 ISA, 16.8 V_CVT_U16_F16, V_CVT_F16_U16; Vega ISA, 12.8.  inf = 0xffff, -1.0 = 0, -2.5 to i16 = -2; 2049 = 2048 in f16 (0x6800), 2051 = 2052 (0x6802).
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.convert.int, float.convert.half
; assay: state v0 = 0
; assay: state v2 = 0
; assay: state v3 = 0
; assay: state v4 = 0
; assay: state v5 = 0
; assay: state v6 = 0x7c00
; assay: state v7 = 0x3c00
; assay: state v8 = 0x4100
; assay: state v9 = 2049
; assay: state v10 = 2051
; assay: expect v0[*] = 0xffff
; assay: expect v2[*] = 0
; assay: expect v3[*] = 0xfffe
; assay: expect v4[*] = 0x6800
; assay: expect v5[*] = 0x6802
v_cvt_u16_f16 v0, v6
v_cvt_u16_f16_e64 v2, -v7
v_cvt_i16_f16_e64 v3, -v8
v_cvt_f16_u16 v4, v9
v_cvt_f16_i16 v5, v10
