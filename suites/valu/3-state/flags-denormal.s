; A denormal source is noted where MODE keeps denormals; a tiny inexact result is underflow and inexact.
; RDNA3 ISA, 3.4.5; Vega ISA, 3.10.  2^-149 + 0 is exact: only bit 1; 2^-149 * 0.5 rounds to 0: bits 4 and 5 too.
; kills: flags-unraised
; assay: arch gfx906 gfx1100
; assay: rules float.flags
; assay: state trapsts = 0
; assay: state v1 = 1
; assay: expect s0 = 2
; assay: expect s1 = 0x32
v_add_f32 v4, 0, v1
s_getreg_b32 s0, hwreg(HW_REG_TRAPSTS, 0, 7)
v_mul_f32 v4, 0.5, v1
s_getreg_b32 s1, hwreg(HW_REG_TRAPSTS, 0, 7)
