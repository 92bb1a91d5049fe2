; V_EXP_LEGACY_F32 and V_LOG_LEGACY_F32 are the power and the logarithm to base 2 with flushed subnormals.
; Vega ISA, 12.8 V_EXP_LEGACY_F32, V_LOG_LEGACY_F32.  2^-inf = 0, 2^+inf = inf; log2(+0) = -inf, log2(1.0) = 0.
; kills: low-bit-flipped
; assay: arch gfx906
; assay: rules float.transcendental.special
; assay: state exec = 3
; assay: state v1 = 0xff800000, 0x7f800000
; assay: state v2 = 0x00000000, 0x3f800000
; assay: state v0 = 0
; assay: state v3 = 0
; assay: expect v0[0:1] = 0, 0x7f800000
; assay: expect v3[0:1] = 0xff800000, 0
; assay: observe v0 v3
v_exp_legacy_f32 v0, v1
v_log_legacy_f32 v3, v2
