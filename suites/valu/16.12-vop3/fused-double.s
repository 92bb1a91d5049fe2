; V_FMA_F64 rounds once.
; RDNA3 ISA, 16.12 V_FMA_F64; Vega ISA, 12.12.  (1 + 2^-30)^2 - 1 = 2^-29 + 2^-60 = 0x3e20000000200000; with a rounded product 2^-29.
; kills: third-source-zero
; assay: arch gfx906 gfx1100
; assay: rules float.fma
; assay: state v[2:3] = 0x3ff0000000400000
; assay: expect v[0:1] = 0x3e20000000200000
v_fma_f64 v[0:1], v[2:3], v[2:3], -1.0
