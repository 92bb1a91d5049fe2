; f64 reciprocal, root and reciprocal root are good to 2^29 units; zeros and infinities are exact, denormals are kept.
; RDNA3 ISA, 16.8 V_RCP_F64; Vega ISA, 12.8.  1 / -inf = -0; 1 / 2^1023 is the denormal 2^-1023; sqrt(0) = 0; rsq(0) = inf.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules float.transcendental, float.transcendental.special
; assay: state v[2:3] = inf
; assay: state v[4:5] = 0
; assay: state v[6:7] = 3.0
; assay: expect v[0:1] = 0x8000000000000000
; assay: expect v[8:9] = 0
; assay: expect v[10:11] = 0x7ff0000000000000
; assay: expect v[12:13] = 0x3fd5555500000000 mask 0xffffffff80000000
v_rcp_f64_e64 v[0:1], -v[2:3]
v_sqrt_f64 v[8:9], v[4:5]
v_rsq_f64 v[10:11], v[4:5]
v_rcp_f64 v[12:13], v[6:7]
