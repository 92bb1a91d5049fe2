; FP_ROUND 3 rounds f32 towards zero; past the range the result is the largest number.
; RDNA3 ISA, 7.2.4, Table 28; Vega ISA, 3.5.  MODE = 0x3f3: 0x3f800001 * 0x3f800001 = 1 + 2^-22 + 2^-46, cut to 0x3f800002; 0x7f7fffff * 2 = 0x7f7fffff.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.round
; assay: state mode = 0x3f3
; assay: state v1 = 0x3f800001
; assay: state v2 = 0x7f7fffff
; assay: expect v0[*] = 0x3f800002
; assay: expect v3[*] = 0x7f7fffff
v_mul_f32 v0, v1, v1
v_add_f32 v3, v2, v2
