; A compare raises INVALID of a signalling NaN, and of a quiet one only under CLAMP.
; RDNA3 ISA, 16.9 (Notes), 7.2.3.1; Vega ISA, 6.5, 12.9; errata E-080.  Bit 0 of TRAPSTS, put back to 0 before the signalling one.
; kills: flags-unraised
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules float.flags, float.compare
; assay: state mode = 0x2f0
; assay: state trapsts = 0
; assay: state v1 = 0x7fc00000
; assay: state v2 = 1.0
; assay: expect s0 = 0
; assay: state v3 = 0x7f800001
; assay: expect s1 = 1
; assay: expect s2 = 1
v_cmp_lt_f32_e64 s[10:11], v1, v2
s_getreg_b32 s0, hwreg(HW_REG_TRAPSTS, 0, 1)
v_cmp_lt_f32_e64 s[10:11], v1, v2 clamp
s_getreg_b32 s1, hwreg(HW_REG_TRAPSTS, 0, 1)
s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 0, 1), 0
s_nop 1
v_cmp_lt_f32_e64 s[10:11], v3, v2
s_getreg_b32 s2, hwreg(HW_REG_TRAPSTS, 0, 1)
