; V_CVT_F16_F32 rounds as MODE says for f16, to even of two halves as near.
; RDNA3 ISA, 16.8 V_CVT_F16_F32, 3.4.2; Vega ISA, 12.8.  1 + 2^-11 lies between 0x3c00 and 0x3c01: even is 0x3c00; |-1.0| = 0x3c00; 0x3c00 back is 1.0.
; kills: abs-dropped
; assay: arch gfx906 gfx1100
; assay: rules float.convert.half
; assay: state v0 = 0
; assay: state v4 = 0
; assay: state v1 = 0x3f801000
; assay: state v2 = -1.0
; assay: state v3 = 0x3c00
; assay: expect v0[*] = 0x3c00
; assay: expect v4[*] = 0x3c00
; assay: expect v5[*] = 1.0
v_cvt_f16_f32 v0, v1
v_cvt_f16_f32_e64 v4, |v2|
v_cvt_f32_f16 v5, v3
