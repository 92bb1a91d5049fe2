; V_CVT_F32_I32 rounds by the f32 mode.
; RDNA3 ISA, 7.2.4, 16.8 V_CVT_F32_I32; Vega ISA, 6.4, 12.8.  2^24 + 1, its negation, 2^31 - 1 and -(2^31 - 1), in the four modes.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.round, float.convert.exact
; assay: state exec = 0xf
; assay: state v2 = 0x1000001, 0xfeffffff, 0x7fffffff, 0x80000001
; assay: state v20 = 0
; assay: state v22 = 0
; assay: state v24 = 0
; assay: state v26 = 0
; assay: expect v20[0:3] = 0x4b800000, 0xcb800000, 0x4f000000, 0xcf000000
; assay: expect v22[0:3] = 0x4b800001, 0xcb800000, 0x4f000000, 0xceffffff
; assay: expect v24[0:3] = 0x4b800000, 0xcb800001, 0x4effffff, 0xcf000000
; assay: expect v26[0:3] = 0x4b800000, 0xcb800000, 0x4effffff, 0xceffffff
; assay: observe v20 v22 v24 v26
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 0
v_cvt_f32_i32 v20, v2
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 1
v_cvt_f32_i32 v22, v2
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 2
v_cvt_f32_i32 v24, v2
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 3
v_cvt_f32_i32 v26, v2
