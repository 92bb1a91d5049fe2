; The manual's own examples of V_SQRT_F16 and V_RSQ_F16: -inf, -0, +0, 4.0 and +inf.
; RDNA3 ISA, 16.8 V_SQRT_F16, V_RSQ_F16; Vega ISA, 12.8.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.transcendental.special
; assay: state exec = 0x1f
; assay: state v0 = 0
; assay: state v2 = 0
; assay: state v1 = 0xfc00, 0x8000, 0, 0x4400, 0x7c00
; assay: expect v0[0:2] = 0xfe00, 0x8000, 0
; assay: expect v0[3] = 0x4000 ulp 1 f16
; assay: expect v0[4] = 0x7c00
; assay: expect v2[0:2] = 0xfe00, 0xfc00, 0x7c00
; assay: expect v2[3] = 0x3800 ulp 1 f16
; assay: expect v2[4] = 0
; assay: observe v0 v2
v_sqrt_f16 v0, v1
v_rsq_f16 v2, v1
