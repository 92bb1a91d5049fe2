; V_FMA_MIXLO_F16 makes an f32 sum with one rounding, then an f16 of that.
; RDNA3 ISA, 16.10 V_FMA_MIXLO_F16 (f32_to_f16 of an f32 fma); Vega ISA, 12.10.  1 + 2^-11 + 2^-30 rounds to 1 + 2^-11 in f32, the middle of 0x3c00 and 0x3c01: even 0x3c00.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules valu.mix
; assay: state v0 = 0
; assay: state v1 = 1.0
; assay: state v2 = 0x3f801000
; assay: state v3 = 0x30800000
; assay: expect v0[*] = 0x3c00
v_fma_mixlo_f16 v0, v1, v2, v3
