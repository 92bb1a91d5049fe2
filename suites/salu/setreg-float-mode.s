; FP_DENORM is bits 7:4 of MODE: its low half governs f32, its high half f16 and f64.
; RDNA3 ISA, 3.4.2, 6.8; Vega ISA, 3.5.  With 0x3: f32 keeps 2^-127 (0x00400000), f16 flushes 2^-15.
; kills: setreg-whole
; assay: arch gfx906 gfx1100
; assay: rules salu.hwreg, float.denorm.out
; assay: state mode = 0x3f0
; assay: state v1 = 0x00800000
; assay: state v2 = 0x0400
; assay: state v3 = 0
; assay: expect v0[*] = 0x00400000
; assay: expect v3[*] = 0
; assay: expect mode = 0x330
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 3
s_nop 1
v_mul_f32 v0, 0.5, v1
v_mul_f16 v3, 0.5, v2
