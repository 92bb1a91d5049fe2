; V_MIN_F64 and V_MAX_F64 pass over a quiet NaN and order -0 below +0.
; RDNA3 ISA, 16.12 V_MIN_F64; Vega ISA, 12.12.  The low dword decides between 1.0 and its neighbour.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules float.minmax, float.signed_zero
; assay: state v[2:3] = 0x3ff0000000000001
; assay: state v[4:5] = 1.0
; assay: state v[6:7] = 0x7ff8000000000000
; assay: state v[8:9] = 0.0
; assay: expect v[0:1] = 1.0
; assay: expect v[10:11] = 1.0
; assay: expect v[12:13] = 0x8000000000000000
v_min_f64 v[0:1], v[2:3], v[4:5]
v_max_f64 v[10:11], v[6:7], v[4:5]
v_min_f64 v[12:13], v[8:9], -v[8:9]
