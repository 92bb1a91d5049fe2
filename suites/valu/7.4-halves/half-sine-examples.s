; The manual's own examples of V_SIN_F16 and V_COS_F16: -inf, the least finite number, -0, 0.25 and the greatest finite number.
; RDNA3 ISA, 16.8 V_SIN_F16, V_COS_F16.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: rules float.transcendental.special
; assay: state exec = 0x1f
; assay: state v0 = 0
; assay: state v2 = 0
; assay: state v1 = 0xfc00, 0xfbff, 0x8000, 0x3400, 0x7bff
; assay: expect v0[0:2] = 0xfe00, 0, 0x8000
; assay: expect v0[3] = 0x3c00 ulp 1 f16
; assay: expect v0[4] = 0
; assay: expect v2[0] = 0xfe00
; assay: expect v2[1] = 0x3c00 ulp 1 f16
; assay: expect v2[2] = 0x3c00 ulp 1 f16
; assay: expect v2[3] = 0
; assay: expect v2[4] = 0x3c00 ulp 1 f16
; assay: observe v0 v2
v_sin_f16 v0, v1
v_cos_f16 v2, v1
