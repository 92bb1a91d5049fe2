; Where MODE flushes output denormals a subnormal result is zero of its sign.
; RDNA3 ISA, 3.4.2; Vega ISA, 3.5.  MODE = 0x3d0: f32 keeps inputs and flushes results.  2^-126 * 0.5 = 2^-127 is subnormal; 2^-130 * 2^10 is not.
; kills: denormals-kept
; assay: arch gfx906 gfx1100
; assay: rules float.denorm.out
; assay: state mode = 0x3d0
; assay: state v1 = 0x00800000
; assay: state v2 = 0x00080000
; assay: state v3 = 0x44800000
; assay: expect v0[*] = 0
; assay: expect v4[*] = 0x03800000
v_mul_f32 v0, 0.5, v1
v_mul_f32 v4, v2, v3
