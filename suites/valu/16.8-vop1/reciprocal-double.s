; The f64 reciprocal and roots are good to 2^29 units in the last place; their special values are exact.
; RDNA3 ISA, 16.8 V_RCP_F64, V_RSQ_F64, V_SQRT_F64; Vega ISA, 12.8.  1 / -0 = -inf, 1 / inf = 0, root of -0 = -0.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules float.transcendental.special
; assay: state v[2:3] = 0.0
; assay: state v[4:5] = inf
; assay: expect v[0:1] = 0xfff0000000000000
; assay: expect v[6:7] = 0
; assay: expect v[8:9] = 0x8000000000000000
; assay: expect v[10:11] = 0x7ff0000000000000
v_rcp_f64_e64 v[0:1], -v[2:3]
v_rcp_f64 v[6:7], v[4:5]
v_sqrt_f64_e64 v[8:9], -v[2:3]
v_rsq_f64 v[10:11], v[2:3]
