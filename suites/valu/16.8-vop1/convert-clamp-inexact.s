; A conversion to an integer raises INEXACT only under CLAMP.
; RDNA3 ISA, 16.8 V_CVT_I32_F32; Vega ISA, 12.8.  Bit 5 of TRAPSTS after converting 1.5 without and with CLAMP.
; kills: flags-unraised
; assay: arch gfx906 gfx1100
; assay: rules float.flags, float.convert.int
; assay: state mode = 0x2f0
; assay: state v1 = 1.5
; assay: expect v0[*] = 1
; assay: expect s0 = 0
; assay: expect s1 = 1
v_cvt_i32_f32_e64 v0, v1
s_getreg_b32 s0, hwreg(HW_REG_TRAPSTS, 5, 1)
v_cvt_i32_f32_e64 v0, v1 clamp
s_getreg_b32 s1, hwreg(HW_REG_TRAPSTS, 5, 1)
