; The manual's own examples of V_EXP_F16 and V_LOG_F16.
; RDNA3 ISA, 16.8 V_EXP_F16, V_LOG_F16; Vega ISA, 12.8.  2 to the power of -inf, -0 and +inf; logarithms of -inf, -1.0, -0, +0, 1.0 and +inf.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.transcendental.special
; assay: state exec = 0x3f
; assay: state v0 = 0
; assay: state v2 = 0
; assay: state v1 = 0xfc00, 0x8000, 0x7c00, 0, 0, 0
; assay: state v3 = 0xfc00, 0xbc00, 0x8000, 0, 0x3c00, 0x7c00
; assay: expect v0[0] = 0
; assay: expect v0[1] = 0x3c00 ulp 1 f16
; assay: expect v0[2] = 0x7c00
; assay: expect v2[0:5] = 0xfe00, 0xfe00, 0xfc00, 0xfc00, 0, 0x7c00
; assay: observe v0 v2
v_exp_f16 v0, v1
v_log_f16 v2, v3
