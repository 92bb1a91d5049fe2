; Conversions between floats keep a NaN a NaN; to an integer it is 0.
; RDNA3 ISA, 16.8; Vega ISA, 12.8.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.nan, float.convert.half
; assay: state v0 = 0
; assay: state v1 = 0x7f800001
; assay: state v2 = 0x7c01
; assay: expect v0[*] = nan:f16
; assay: expect v3[*] = nan
; assay: expect v4[*] = 0
; assay: expect v[6:7] = nan
v_cvt_f16_f32 v0, v1
v_cvt_f32_f16 v3, v2
v_cvt_u32_f32 v4, v1
v_cvt_f64_f32 v[6:7], v1
