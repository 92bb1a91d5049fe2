; The manual's own examples of V_EXP_F32: -inf, -0 and +inf; the operation is 2 to the power of its source.
; RDNA3 ISA, 16.8 V_EXP_F32; Vega ISA, 12.8.  2^-3 = 0.125.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.transcendental.special
; assay: state exec = 0xf
; assay: state v1 = 0xff800000, 0x80000000, 0x7f800000, -3.0
; assay: state v0 = 0
; assay: expect v0[0] = 0
; assay: expect v0[1] = 0x3f800000 ulp 1
; assay: expect v0[2] = 0x7f800000
; assay: expect v0[3] = 0.125 ulp 1
; assay: observe v0
v_exp_f32 v0, v1
