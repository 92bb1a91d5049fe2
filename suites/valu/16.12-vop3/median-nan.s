; V_MED3_F32 with a NaN gives the minimum of the three.
; RDNA3 ISA, 16.12 V_MED3_F32; Vega ISA, 12.12.  NaN, 3.0, 2.0: min(min(NaN, 3.0), 2.0) = 2.0; V_MAX3 gives 3.0.
; kills: minimum-but-infinite
; assay: arch gfx906 gfx1100
; assay: rules float.three, float.nan
; assay: state v1 = 0x7fc00000
; assay: state v2 = 3.0
; assay: state v3 = 2.0
; assay: expect v0[*] = 2.0
; assay: expect v4[*] = 3.0
; assay: expect v5[*] = 2.0
v_med3_f32 v0, v1, v2, v3
v_max3_f32 v4, v2, v1, v3
v_min3_f32 v5, v2, v1, v3
