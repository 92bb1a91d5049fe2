; V_CVT_NEAREST (V_CVT_RPI on Vega) is the floor of the source plus one half, V_CVT_FLOOR (V_CVT_FLR) the floor.
; RDNA3 ISA, 16.8 V_CVT_NEAREST_I32_F32; Vega ISA, 12.8.  -1.5, 2.5, -0.25, 3e9: nearest -1, 3, 0; floor -2, 2, -1; both saturate.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.convert.round, float.convert.int
; assay: state exec = 0xf
; assay: state v1 = -1.5, 2.5, -0.25, 3e9
; assay: state v0 = 0
; assay: state v2 = 0
; assay: expect v0[0:3] = 0xffffffff, 3, 0, 0x7fffffff
; assay: expect v2[0:3] = 0xfffffffe, 2, 0xffffffff, 0x7fffffff
; assay: observe v0 v2
.if gfx906
v_cvt_rpi_i32_f32 v0, v1
v_cvt_flr_i32_f32 v2, v1
.else
v_cvt_nearest_i32_f32 v0, v1
v_cvt_floor_i32_f32 v2, v1
.endif
