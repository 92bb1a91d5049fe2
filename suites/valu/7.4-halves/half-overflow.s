; With MODE.FP16_OVFL a f16 result that overflows is the largest number; an infinite source stays infinite.
; RDNA3 ISA, 3.4.2; Vega ISA, 3.5.  MODE = 0x8003f0.  65504 * -2 gives -65504 = 0xfbff.
; kills: neg-dropped
; assay: arch gfx906 gfx1100
; assay: rules float.ovfl
; assay: state mode = 0x8003f0
; assay: state v0 = 0
; assay: state v1 = 0x7bff
; assay: state v2 = 0x4000
; assay: state v3 = 0x7c00
; assay: state v4 = 0
; assay: expect v0[*] = 0xfbff
; assay: expect v4[*] = 0x7c00
v_mul_f16_e64 v0, v1, -v2
v_mul_f16 v4, v3, v2
