; V_FMA_F32 rounds once.
; RDNA3 ISA, 16.12 V_FMA_F32; Vega ISA, 12.12.  (1 + 2^-12)^2 - 1 = 2^-11 + 2^-24 exactly = 0x3a000400; rounding the product first would lose 2^-24.
; kills: fma-unfused
; assay: arch gfx906 gfx1100
; assay: rules float.fma
; assay: state v1 = 0x3f800800
; assay: expect v0[*] = 0x3a000400
v_fma_f32 v0, v1, v1, -1.0
