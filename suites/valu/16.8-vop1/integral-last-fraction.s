; The last f32 with a fraction is 2^23 - 0.5; from 2^23 on every one is whole.
; RDNA3 ISA, 16.8 V_RNDNE_F32, V_TRUNC_F32, V_CEIL_F32, V_FLOOR_F32; Vega ISA, 12.8.  8388607.5 lies between 8388607 and the even 8388608; 8388609 stays.
; kills: abs-dropped
; assay: arch gfx906 gfx1100
; assay: rules float.convert.round
; assay: state v1 = 0x4affffff
; assay: state v2 = 0x4b000001
; assay: state v12 = 0xcaffffff
; assay: expect v3[*] = 8388608.0
; assay: expect v4[*] = 8388607.0
; assay: expect v5[*] = 8388608.0
; assay: expect v6[*] = 8388607.0
; assay: expect v7[*] = 8388609.0
; assay: expect v8[*] = 8388609.0
; assay: expect v9[*] = 8388609.0
; assay: expect v10[*] = 8388609.0
; assay: expect v11[*] = 8388608.0
v_rndne_f32 v3, v1
v_trunc_f32 v4, v1
v_ceil_f32 v5, v1
v_floor_f32 v6, v1
v_rndne_f32 v7, v2
v_trunc_f32 v8, v2
v_ceil_f32 v9, v2
v_floor_f32 v10, v2
v_rndne_f32_e64 v11, |v12|
