; V_CVT_F16_F32 gives subnormals and V_CVT_F32_F16 takes them, as MODE's f16 setting says.
; RDNA3 ISA, 16.8 V_CVT_F16_F32, V_CVT_F32_F16; Vega ISA, 12.8.  2^-24 = 0x0001, 65520 rounds to inf; with MODE bits 7:6 cleared 2^-24 is flushed both ways.
; kills: denormals-kept
; assay: arch gfx906 gfx1100
; assay: rules float.convert.half, float.denorm.out
; assay: state v0 = 0
; assay: state v2 = 0
; assay: state v5 = 0
; assay: state v1 = 0x33800000
; assay: state v3 = 65520.0
; assay: state v4 = 1
; assay: expect v0[*] = 0x0001
; assay: expect v2[*] = 0x7c00
; assay: expect v6[*] = 0x33800000
; assay: expect v5[*] = 0
; assay: expect v7[*] = 0
v_cvt_f16_f32 v0, v1
v_cvt_f16_f32 v2, v3
v_cvt_f32_f16 v6, v4
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 6, 2), 0
v_cvt_f16_f32 v5, v1
v_cvt_f32_f16 v7, v4
