; Fraction, floor, ceiling, truncation and rounding of f64.
; RDNA3 ISA, 16.8 V_FRACT_F64, V_RNDNE_F64; Vega ISA, 12.8.  fract(-1.25) = 0.75; floor(-2.5) = -3; ceil(-2.5) = trunc(-2.5) = rndne(-2.5) = -2.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules float.convert.round
; assay: state v[2:3] = 1.25
; assay: state v[4:5] = 2.5
; assay: expect v[0:1] = 0.75
; assay: expect v[6:7] = -3.0
; assay: expect v[8:9] = -2.0
; assay: expect v[10:11] = -2.0
; assay: expect v[12:13] = -2.0
v_fract_f64_e64 v[0:1], -v[2:3]
v_floor_f64_e64 v[6:7], -v[4:5]
v_ceil_f64_e64 v[8:9], -v[4:5]
v_trunc_f64_e64 v[10:11], -v[4:5]
v_rndne_f64_e64 v[12:13], -v[4:5]
