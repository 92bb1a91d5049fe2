; Where the exact f32 result is 0 or infinity it is that to the bit, with its sign.
; Vega ISA, 12.8 (examples of V_SQRT_F32, V_RSQ_F32, V_RCP_F32, V_LOG_F32); RDNA3 ISA, 16.8.  Lanes: +0, -0, +inf.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.transcendental.special
; assay: state exec = 7
; assay: state v1 = 0, 0x80000000, 0x7f800000
; assay: state v0 = 0
; assay: state v2 = 0
; assay: state v3 = 0
; assay: state v4 = 0
; assay: state v5 = 0
; assay: expect v0[0:2] = 0, 0x80000000, 0x7f800000
; assay: expect v2[0:2] = 0x7f800000, 0xff800000, 0
; assay: expect v3[0:2] = 0x7f800000, 0xff800000, 0
; assay: expect v4[0:2] = 0xff800000, 0xff800000, 0x7f800000
; assay: expect v5[0:2] = 0x3f800000, 0x3f800000, 0x7f800000
; assay: observe v0 v2 v3 v4 v5
v_sqrt_f32 v0, v1
v_rsq_f32 v2, v1
v_rcp_f32 v3, v1
v_log_f32 v4, v1
v_exp_f32 v5, v1
