; Roots and logarithms of negative numbers are NaN; a NaN operand comes out quiet.
; RDNA3 ISA, 16.8 V_LOG_F32, V_RSQ_F32; Vega ISA, 12.8.  Lanes: -1.0, -inf, signalling NaN.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.transcendental.special, float.nan
; assay: state exec = 7
; assay: state v1 = 0xbf800000, 0xff800000, 0x7f800001
; assay: state v0 = 0
; assay: state v2 = 0
; assay: state v3 = 0
; assay: state v4 = 0
; assay: state v5 = 0
; assay: expect v0[0:2] = nan, nan, 0x7fc00001
; assay: expect v2[0:2] = nan, nan, 0x7fc00001
; assay: expect v3[0:2] = nan, nan, 0x7fc00001
; assay: expect v4[2] = 0x7fc00001
; assay: expect v5[2] = 0x7fc00001
; assay: observe v0 v2 v3 v4 v5
v_log_f32 v0, v1
v_sqrt_f32 v2, v1
v_rsq_f32 v3, v1
v_rcp_f32 v4, v1
v_exp_f32 v5, v1
