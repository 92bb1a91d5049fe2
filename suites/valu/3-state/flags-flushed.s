; A subnormal result that MODE flushes to zero is an underflow and inexact.
; RDNA3 ISA, 3.4.5; Vega ISA, 3.10 (errata E-109).  MODE = 0x3d0 flushes results of f32: 2^-126 * 0.5.  Kept (0x3f0) it is exact and raises only input flags.
; kills: flags-unraised
; assay: arch gfx906 gfx1100
; assay: rules float.flags, float.denorm.out
; assay: state trapsts = 0
; assay: state v1 = 0x00800000
; assay: state mode = 0x3d0
; assay: expect v2[*] = 0
; assay: expect s0 = 0x30
; assay: expect s1 = 0
v_mul_f32 v2, 0.5, v1
s_getreg_b32 s0, hwreg(HW_REG_TRAPSTS, 0, 7)
s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 0, 7), 0
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 15
v_mul_f32 v3, 0.5, v1
s_getreg_b32 s1, hwreg(HW_REG_TRAPSTS, 0, 7)
