; Rounding to a whole number passes a NaN, made quiet, and infinity as it is.
; RDNA3 ISA, 16.8 V_FLOOR_F32; Vega ISA, 12.8.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.nan, float.convert.round
; assay: state v1 = 0x7f800001
; assay: state v2 = -inf
; assay: expect v0[*] = 0x7fc00001
; assay: expect v3[*] = 0x7fc00001
; assay: expect v4[*] = -inf
v_floor_f32 v0, v1
v_rndne_f32 v3, v1
v_trunc_f32 v4, v2
