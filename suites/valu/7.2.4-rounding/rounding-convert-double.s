; V_CVT_F32_F64 rounds by the f32 mode.
; RDNA3 ISA, 7.2.4, 16.8 V_CVT_F32_F64; Vega ISA, 6.4, 12.8.  Both signs, in the four modes: nearest even, up, down, to zero.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.round, float.convert.exact
; assay: state exec = 0xf
; assay: state v[2:3] = 0x3ff0000010000000, 0xbff0000010000000, 0x3ff0000030000001, 0xbff0000030000001
; assay: state v20 = 0
; assay: state v22 = 0
; assay: state v24 = 0
; assay: state v26 = 0
; assay: expect v20[0:3] = 0x3f800000, 0xbf800000, 0x3f800002, 0xbf800002
; assay: expect v22[0:3] = 0x3f800001, 0xbf800000, 0x3f800002, 0xbf800001
; assay: expect v24[0:3] = 0x3f800000, 0xbf800001, 0x3f800001, 0xbf800002
; assay: expect v26[0:3] = 0x3f800000, 0xbf800000, 0x3f800001, 0xbf800001
; assay: observe v20 v22 v24 v26
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 0
v_cvt_f32_f64 v20, v[2:3]
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 1
v_cvt_f32_f64 v22, v[2:3]
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 2
v_cvt_f32_f64 v24, v[2:3]
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 3
v_cvt_f32_f64 v26, v[2:3]
