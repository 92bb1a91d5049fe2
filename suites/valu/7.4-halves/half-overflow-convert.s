; With FP16_OVFL a conversion or a mixed operation that overflows f16 gives the largest number; an infinite source stays infinite.
; RDNA3 ISA, 3.4.2 (FP16_OVFL); Vega ISA, 3.5.  MODE = 0x8003f0.  1e6 gives 0x7bff, -inf 0xfc00; 60000 * 2 + 0 gives 0x7bff.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.ovfl, float.convert.half
; assay: state mode = 0x8003f0
; assay: state v0 = 0
; assay: state v3 = 0
; assay: state v4 = 0
; assay: state v1 = 1e6
; assay: state v2 = -inf
; assay: state v5 = 60000.0
; assay: state v6 = 2.0
; assay: expect v0[*] = 0x7bff
; assay: expect v3[*] = 0xfc00
; assay: expect v4[*] = 0x7bff
v_cvt_f16_f32 v0, v1
v_cvt_f16_f32 v3, v2
v_fma_mixlo_f16 v4, v5, v6, 0
