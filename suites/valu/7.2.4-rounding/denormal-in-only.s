; FP_DENORM 2 flushes operands and lets results be subnormal.
; RDNA3 ISA, 7.2.4, Table 28; Vega ISA, 3.5.  MODE = 0x3e0: 2^-126 * 0.5 = 2^-127 stays; 2^-127 * 2.0 = 0.
; kills: denormals-kept
; assay: arch gfx906 gfx1100
; assay: rules float.denorm.in, float.denorm.out
; assay: state mode = 0x3e0
; assay: state v1 = 0x00800000
; assay: state v2 = 0x00400000
; assay: expect v0[*] = 0x00400000
; assay: expect v3[*] = 0
v_mul_f32 v0, 0.5, v1
v_mul_f32 v3, 2.0, v2
