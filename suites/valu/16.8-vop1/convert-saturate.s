; Conversions to integers truncate and saturate; NaN gives 0.
; RDNA3 ISA, 16.8 V_CVT_I32_F32; Vega ISA, 12.8.  |-2.75| to u32 = 2; 4e9 to i32 = 0x7fffffff; -1.0 to u32 = 0; NaN = 0.
; kills: convert-indefinite
; assay: arch gfx906 gfx1100
; assay: rules float.convert.int
; assay: state v1 = -2.75
; assay: state v2 = 4e9
; assay: state v3 = -1.0
; assay: state v4 = 0x7fc00000
; assay: expect v0[*] = 2
; assay: expect v5[*] = 0x7fffffff
; assay: expect v6[*] = 0
; assay: expect v7[*] = 0
v_cvt_u32_f32_e64 v0, |v1|
v_cvt_i32_f32 v5, v2
v_cvt_u32_f32 v6, v3
v_cvt_i32_f32 v7, v4
