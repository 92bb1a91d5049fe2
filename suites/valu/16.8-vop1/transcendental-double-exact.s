; Where the exact f64 result is 0 or infinity it is that to the bit, with its sign.
; RDNA3 ISA, 16.8 V_RCP_F64, V_RSQ_F64, V_SQRT_F64; Vega ISA, 12.8.  Of -0 and +inf.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules float.transcendental.special
; assay: state v[2:3] = 0x8000000000000000
; assay: state v[4:5] = inf
; assay: expect v[6:7] = 0x8000000000000000
; assay: expect v[8:9] = inf
; assay: expect v[10:11] = -inf
; assay: expect v[12:13] = 0
; assay: expect v[14:15] = -inf
; assay: expect v[16:17] = 0
v_sqrt_f64 v[6:7], v[2:3]
v_sqrt_f64 v[8:9], v[4:5]
v_rsq_f64 v[10:11], v[2:3]
v_rsq_f64 v[12:13], v[4:5]
v_rcp_f64 v[14:15], v[2:3]
v_rcp_f64 v[16:17], v[4:5]
