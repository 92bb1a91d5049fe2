; V_CVT_F16_F32 rounds by the f16 mode.
; RDNA3 ISA, 7.2.4, 16.8 V_CVT_F16_F32; Vega ISA, 6.4, 12.8.  Both signs, in the four modes: nearest even, up, down, to zero.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.round, float.convert.half
; assay: state exec = 0xf
; assay: state v2 = 0x3f801000, 0xbf801000, 0x3f803001, 0xbf803001
; assay: state v20 = 0
; assay: expect v20[0:3] = 0x3c00, 0xbc00, 0x3c02, 0xbc02
; assay: state v22 = 0
; assay: expect v22[0:3] = 0x3c01, 0xbc00, 0x3c02, 0xbc01
; assay: state v24 = 0
; assay: expect v24[0:3] = 0x3c00, 0xbc01, 0x3c01, 0xbc02
; assay: state v26 = 0
; assay: expect v26[0:3] = 0x3c00, 0xbc00, 0x3c01, 0xbc01
; assay: observe v20 v22 v24 v26
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 2, 2), 0
v_cvt_f16_f32 v20, v2
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 2, 2), 1
v_cvt_f16_f32 v22, v2
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 2, 2), 2
v_cvt_f16_f32 v24, v2
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 2, 2), 3
v_cvt_f16_f32 v26, v2
