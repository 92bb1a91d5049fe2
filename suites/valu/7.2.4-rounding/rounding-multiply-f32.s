; V_MUL_F32 rounds as MODE says.
; RDNA3 ISA, 7.2.4, 16.7 V_MUL_F32; Vega ISA, 6.4, 12.7.  Numbers one, three and five steps above 1.  Both signs, in the four modes: nearest even, up, down, to zero.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.round
; assay: state exec = 0xf
; assay: state v2 = 0x3f800001, 0xbf800001, 0x3f800003, 0xbf800003
; assay: state v4 = 0x3f800001, 0x3f800001, 0x3f800005, 0x3f800005
; assay: state v20 = 0
; assay: state v22 = 0
; assay: state v24 = 0
; assay: state v26 = 0
; assay: expect v20[0:3] = 0x3f800002, 0xbf800002, 0x3f800008, 0xbf800008
; assay: expect v22[0:3] = 0x3f800003, 0xbf800002, 0x3f800009, 0xbf800008
; assay: expect v24[0:3] = 0x3f800002, 0xbf800003, 0x3f800008, 0xbf800009
; assay: expect v26[0:3] = 0x3f800002, 0xbf800002, 0x3f800008, 0xbf800008
; assay: observe v20 v22 v24 v26
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 0
v_mul_f32 v20, v2, v4
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 1
v_mul_f32 v22, v2, v4
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 2
v_mul_f32 v24, v2, v4
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 3
v_mul_f32 v26, v2, v4
