; A product below the smallest normal number becomes a zero of its sign where MODE flushes subnormal results; the smallest normal stays.
; RDNA3 ISA, 7.2.4; Vega ISA, 3.5.  MODE = 0x300 flushes.  2^-64 * 2^-63 = 2^-127 is subnormal, 2^-63 * 2^-63 = 2^-126 is not.
; kills: denormals-kept
; assay: arch gfx906 gfx1100
; assay: rules float.denorm.out
; assay: state mode = 0x300
; assay: state v1 = 0x9f800000
; assay: state v2 = 0x20000000
; assay: state v3 = 0xa0000000
; assay: expect v4[*] = 0x80000000
; assay: expect v5[*] = 0x80000000
; assay: expect v6[*] = 0
; assay: expect v7[*] = 0x80800000
; assay: expect v8[*] = 0
v_mul_f32 v4, v1, v2
v_mul_f32 v5, v2, v1
v_mul_f32 v6, v1, v3
v_mul_f32 v7, v2, v3
v_mul_f32_e64 v8, |v1|, v2
