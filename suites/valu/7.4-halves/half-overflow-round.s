; FP16_OVFL counts whatever the rounding mode, and touches no f32.
; RDNA3 ISA, 3.4.2 (FP16_OVFL); Vega ISA, 3.5.  MODE = 0x8003f4 rounds f16 up: 65504 + 65504 = 0x7bff; the f32 sum of two largest numbers is infinite.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.ovfl, float.round
; assay: state mode = 0x8003f4
; assay: state v0 = 0
; assay: state v1 = 0x7bff
; assay: state v2 = 0x7f7fffff
; assay: expect v0[*] = 0x7bff
; assay: expect v3[*] = 0x7f800000
v_add_f16 v0, v1, v1
v_add_f32 v3, v2, v2
