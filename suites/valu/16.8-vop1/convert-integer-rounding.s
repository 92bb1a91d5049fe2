; A conversion of an integer to f32 follows FP_ROUND.
; RDNA3 ISA, 16.8 V_CVT_F32_U32, 3.4.2; Vega ISA, 12.8, 3.5.  16777217 towards +infinity is 16777218 = 0x4b800001, towards zero 16777216.
; kills: setreg-whole
; assay: arch gfx906 gfx1100
; assay: rules float.convert.exact, float.round
; assay: state mode = 0x3f0
; assay: state v1 = 16777217
; assay: expect v0[*] = 0x4b800001
; assay: expect v2[*] = 0x4b800000
; assay: expect mode = 0x3f3
; assay: observe v0 v2 mode
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 1
v_cvt_f32_u32 v0, v1
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 3
v_cvt_f32_u32 v2, v1
