; V_MUL_F16 rounds as MODE says.
; RDNA3 ISA, 7.2.4, 16.7 V_MUL_F16; Vega ISA, 6.4, 12.7.  Numbers one, three and five steps above 1.  Both signs, in the four modes: nearest even, up, down, to zero.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.round
; assay: state exec = 0xf
; assay: state v2 = 0x3c01, 0xbc01, 0x3c03, 0xbc03
; assay: state v4 = 0x3c01, 0x3c01, 0x3c05, 0x3c05
; assay: state v20 = 0
; assay: expect v20[0:3] = 0x3c02, 0xbc02, 0x3c08, 0xbc08
; assay: state v22 = 0
; assay: expect v22[0:3] = 0x3c03, 0xbc02, 0x3c09, 0xbc08
; assay: state v24 = 0
; assay: expect v24[0:3] = 0x3c02, 0xbc03, 0x3c08, 0xbc09
; assay: state v26 = 0
; assay: expect v26[0:3] = 0x3c02, 0xbc02, 0x3c08, 0xbc08
; assay: observe v20 v22 v24 v26
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 2, 2), 0
v_mul_f16 v20, v2, v4
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 2, 2), 1
v_mul_f16 v22, v2, v4
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 2, 2), 2
v_mul_f16 v24, v2, v4
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 2, 2), 3
v_mul_f16 v26, v2, v4
