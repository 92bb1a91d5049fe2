; The manual's own examples of V_RSQ_F32: -inf, -0, +0, 4.0 and +inf.
; RDNA3 ISA, 16.8 V_RSQ_F32; Vega ISA, 12.8.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.transcendental.special
; assay: state exec = 0x1f
; assay: state v1 = 0xff800000, 0x80000000, 0x00000000, 0x40800000, 0x7f800000
; assay: state v0 = 0
; assay: expect v0[0:2] = 0xffc00000, 0xff800000, 0x7f800000
; assay: expect v0[3] = 0x3f000000 ulp 1
; assay: expect v0[4] = 0
; assay: observe v0
v_rsq_f32 v0, v1
