; f64 products, sums and fused sums are rounded once, to nearest even.
; RDNA3 ISA, 16.12 V_MUL_F64, V_FMA_F64; Vega ISA, 12.12.  (1 + 2^-30)^2 = 1 + 2^-29 + 2^-60 rounds to 1 + 2^-29; fused less 1: 2^-29 + 2^-60.
; kills: high-dword-zero
; assay: arch gfx906 gfx1100
; assay: rules float.round, float.fma
; assay: state v[2:3] = 0x3ff0000000400000
; assay: state v[4:5] = -1.0
; assay: expect v[0:1] = 0x3ff0000000800000
; assay: expect v[6:7] = 0x3e20000000200000
; assay: expect v[8:9] = 0x3e20000000000000
v_mul_f64 v[0:1], v[2:3], v[2:3]
v_fma_f64 v[6:7], v[2:3], v[2:3], v[4:5]
v_add_f64 v[8:9], v[0:1], v[4:5]
