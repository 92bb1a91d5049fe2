; V_CVT_FLR (on RDNA3 FLOOR) rounds down, V_CVT_RPI (NEAREST) adds one half first: halves go up, also below zero.
; RDNA3 ISA, 16.8 V_CVT_FLOOR_I32_F32, V_CVT_NEAREST_I32_F32; Vega ISA, 12.8.  floor(-2.5) = -3, floor(-2.5 + 0.5) = -2, floor(2.5 + 0.5) = 3.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.convert.round
; assay: state v1 = 2.5
; assay: expect v0[*] = 0xfffffffd
; assay: expect v2[*] = 0xfffffffe
; assay: expect v3[*] = 3
.if gfx906
v_cvt_flr_i32_f32_e64 v0, -v1
v_cvt_rpi_i32_f32_e64 v2, -v1
v_cvt_rpi_i32_f32 v3, v1
.else
v_cvt_floor_i32_f32_e64 v0, -v1
v_cvt_nearest_i32_f32_e64 v2, -v1
v_cvt_nearest_i32_f32 v3, v1
.endif
