; A write of MODE.FP_ROUND steers the float operations after it.
; RDNA3 ISA, 6.8, 3.4.2; Vega ISA, 5.9, 3.5.  1.0 + 2^-30 is no f32: to nearest it is 1.0, towards +infinity 1.0 + 2^-23 = 0x3f800001.
; kills: round-to-zero
; assay: arch gfx906 gfx1100
; assay: rules salu.mode, float.round
; assay: state v1 = 0x30800000
; assay: expect v0[*] = 0x3f800000
; assay: expect v2[*] = 0x3f800001
; assay: expect v3[*] = 0x3f800000
v_add_f32 v0, 1.0, v1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 1
v_add_f32 v2, 1.0, v1
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 2
v_add_f32 v3, 1.0, v1
