; V_CVT_F32_U32 rounds by the f32 mode.
; RDNA3 ISA, 7.2.4, 16.8 V_CVT_F32_U32; Vega ISA, 6.4, 12.8.  2^24 + 1 and + 3, 2^32 - 1, 2^31 + 1, in the four modes.
; kills: low-bit-flipped
; assay: arch gfx906 gfx1100
; assay: rules float.round, float.convert.exact
; assay: state exec = 0xf
; assay: state v2 = 0x1000001, 0x1000003, 0xffffffff, 0x80000001
; assay: state v20 = 0
; assay: state v22 = 0
; assay: state v24 = 0
; assay: state v26 = 0
; assay: expect v20[0:3] = 0x4b800000, 0x4b800002, 0x4f800000, 0x4f000000
; assay: expect v22[0:3] = 0x4b800001, 0x4b800002, 0x4f800000, 0x4f000001
; assay: expect v24[0:3] = 0x4b800000, 0x4b800001, 0x4f7fffff, 0x4f000000
; assay: expect v26[0:3] = 0x4b800000, 0x4b800001, 0x4f7fffff, 0x4f000000
; assay: observe v20 v22 v24 v26
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 0
v_cvt_f32_u32 v20, v2
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 1
v_cvt_f32_u32 v22, v2
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 2
v_cvt_f32_u32 v24, v2
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 3
v_cvt_f32_u32 v26, v2
