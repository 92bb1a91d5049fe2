; Under IEEE a signalling NaN comes out of V_MIN_F32 quieted; a quiet NaN loses to a number.
; RDNA3 ISA, 16.7 V_MIN_F32; Vega ISA, 12.7.  0x7f800001 | 0x00400000 = 0x7fc00001.
; kills: ieee-ignored
; assay: arch gfx906 gfx1100
; assay: rules float.minmax, float.nan
; assay: state v1 = 0x7f800001
; assay: state v2 = 1.0
; assay: state v3 = 0x7fc00000
; assay: expect v0[*] = 0x7fc00001
; assay: expect v4[*] = 1.0
; assay: expect v5[*] = 1.0
v_min_f32 v0, v1, v2
v_min_f32 v4, v3, v2
v_max_f32 v5, v2, v3
