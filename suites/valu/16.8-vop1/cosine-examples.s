; The manual's own examples of V_COS_F32: -inf, the least finite number, -0, 0.25 and +inf.
; RDNA3 ISA, 16.8 V_COS_F32.  A quarter turn has cosine 0.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: rules float.transcendental.special
; assay: state exec = 0x1f
; assay: state v1 = 0xff800000, 0xff7fffff, 0x80000000, 0x3e800000, 0x7f800000
; assay: state v0 = 0
; assay: expect v0[0] = 0xffc00000
; assay: expect v0[1] = 0x3f800000 ulp 16
; assay: expect v0[2] = 0x3f800000 ulp 16
; assay: expect v0[3] = 0
; assay: expect v0[4] = 0xffc00000
; assay: observe v0
v_cos_f32 v0, v1
