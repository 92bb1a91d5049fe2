; FP_DENORM 2 flushes sources and keeps results, 1 the other way round.
; RDNA3 ISA, 3.4.2; Vega ISA, 3.5.  Mode 2: 2^-126 * 0.5 = 2^-127 stays, 2^-127 * 2 is 0.  Mode 1: 2^-127 * 2 = 2^-126, 2^-126 * 0.5 is 0.
; kills: denormals-kept
; assay: arch gfx906 gfx1100
; assay: rules float.denorm.in, float.denorm.out
; assay: state mode = 0x3e0
; assay: state v1 = 0x00800000
; assay: state v2 = 0x00400000
; assay: expect v0[*] = 0x00400000
; assay: expect v3[*] = 0
; assay: expect v4[*] = 0
; assay: expect v5[*] = 0x00800000
v_mul_f32 v0, 0.5, v1
v_mul_f32 v3, 2.0, v2
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 1
v_mul_f32 v4, 0.5, v1
v_mul_f32 v5, 2.0, v2
