; Whether a result is subnormal is asked of the rounded result: 2^-129 (1 - 2^-53) rounds up to 2^-129, which is still subnormal and is flushed.
; RDNA3 ISA, 7.2.4 and 3.4.2 (FP_DENORM); Vega ISA, 3.5.  f64 0x37dfffffffffffff to f32; MODE = 0x3c0 flushes f32.  2^-126 (1 - 2^-53) rounds to the least normal number.
; kills: denormals-kept
; assay: arch gfx906 gfx1100
; assay: rules float.denorm.out
; assay: state mode = 0x3c0
; assay: state v[2:3] = 0x37dfffffffffffff
; assay: state v[4:5] = 0x380fffffffffffff
; assay: expect v0[*] = 0
; assay: expect v1[*] = 0x00800000
v_cvt_f32_f64 v0, v[2:3]
v_cvt_f32_f64 v1, v[4:5]
