; The manual's own examples of V_LOG_F32: -inf, -1.0, -0, +0, 1.0 and +inf; the operation is the logarithm to base 2.
; RDNA3 ISA, 16.8 V_LOG_F32; Vega ISA, 12.8.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.transcendental.special
; assay: state exec = 0x3f
; assay: state v1 = 0xff800000, 0xbf800000, 0x80000000, 0x00000000, 0x3f800000, 0x7f800000
; assay: state v0 = 0
; assay: expect v0[0:5] = 0xffc00000, 0xffc00000, 0xff800000, 0xff800000, 0, 0x7f800000
; assay: observe v0
v_log_f32 v0, v1
