; V_MIN3 and V_MAX3 pass over quiet NaNs and order -0 below +0.
; RDNA3 ISA, 16.12 V_MIN3_F32, V_MAX3_F32; Vega ISA, 12.12.  (NaN, +0, -0): minimum -0, maximum +0; (2.0, -1.0, 3.0): -1.0 and 3.0.
; kills: minimum-of-nan
; assay: arch gfx906 gfx1100
; assay: rules float.three, float.signed_zero
; assay: state exec = 3
; assay: state v1 = 0x7fc00000, 2.0
; assay: state v2 = 0.0, -1.0
; assay: state v3 = -0.0, 3.0
; assay: state v0 = 0
; assay: state v4 = 0
; assay: expect v0[0:1] = 0x80000000, 0xbf800000
; assay: expect v4[0:1] = 0, 0x40400000
; assay: observe v0 v4
v_min3_f32 v0, v1, v2, v3
v_max3_f32 v4, v1, v2, v3
