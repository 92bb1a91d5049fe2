; V_FRACT_F64 stays below 1.
; RDNA3 ISA, 16.8 V_FRACT_F64 (clamped to 0x3fefffffffffffff); Vega ISA, 12.8.  -2^-60 - (-1) rounds to 1.0.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules float.fract
; assay: state v[2:3] = 0xbc30000000000000
; assay: expect v[0:1] = 0x3fefffffffffffff
v_fract_f64 v[0:1], v[2:3]
