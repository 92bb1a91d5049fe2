; FP_ROUND 1 rounds towards +infinity, 2 towards -infinity, 3 towards zero; on negative numbers up is towards zero.
; RDNA3 ISA, 3.4.2; Vega ISA, 3.5.  -1.0 - 2^-30: up -1.0, down 0xbf800001, to zero -1.0; 1.0 + 2^-30: to zero 1.0.
; kills: round-to-zero
; assay: arch gfx906 gfx1100
; assay: rules float.round
; assay: state mode = 0x3f1
; assay: state v1 = 0x30800000
; assay: state v2 = -1.0
; assay: expect v0[*] = -1.0
; assay: expect v3[*] = 0xbf800001
; assay: expect v4[*] = -1.0
; assay: expect v5[*] = 1.0
v_sub_f32 v0, v2, v1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 2
v_sub_f32 v3, v2, v1
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 3
v_sub_f32 v4, v2, v1
v_add_f32 v5, 1.0, v1
