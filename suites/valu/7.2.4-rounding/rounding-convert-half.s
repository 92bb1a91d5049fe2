; V_CVT_F16_U16 rounds by the f16 mode.
; RDNA3 ISA, 7.2.4, 16.8 V_CVT_F16_U16; Vega ISA, 6.4, 12.8.  2049, 2051, 65519 and 4098, in the four modes.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.round, float.convert.half
; assay: state exec = 0xf
; assay: state v2 = 0x801, 0x803, 0xffef, 0x1002
; assay: state v20 = 0
; assay: expect v20[0:3] = 0x6800, 0x6802, 0x7bff, 0x6c00
; assay: state v22 = 0
; assay: expect v22[0:3] = 0x6801, 0x6802, 0x7c00, 0x6c01
; assay: state v24 = 0
; assay: expect v24[0:3] = 0x6800, 0x6801, 0x7bff, 0x6c00
; assay: state v26 = 0
; assay: expect v26[0:3] = 0x6800, 0x6801, 0x7bff, 0x6c00
; assay: observe v20 v22 v24 v26
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 2, 2), 0
v_cvt_f16_u16 v20, v2
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 2, 2), 1
v_cvt_f16_u16 v22, v2
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 2, 2), 2
v_cvt_f16_u16 v24, v2
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 2, 2), 3
v_cvt_f16_u16 v26, v2
