; TRAPSTS gathers the exceptions of the lanes: invalid 0, input denormal 1, division by zero 2, overflow 3, underflow 4, inexact 5.
; RDNA3 ISA, 3.4.5; Vega ISA, 3.10.  inf - inf is invalid: 1; then 1 / 0: 5; then 2^127 * 2.0 overflows and is inexact: 0x2d.
; kills: flags-unraised
; assay: arch gfx906 gfx1100
; assay: rules float.flags
; assay: state trapsts = 0
; assay: state v1 = inf
; assay: state v2 = 0
; assay: state v3 = 0x7f000000
; assay: expect s0 = 1
; assay: expect s1 = 5
; assay: expect s2 = 0x2d
v_sub_f32 v4, v1, v1
s_getreg_b32 s0, hwreg(HW_REG_TRAPSTS, 0, 7)
v_rcp_f32 v4, v2
s_getreg_b32 s1, hwreg(HW_REG_TRAPSTS, 0, 7)
v_mul_f32 v4, 2.0, v3
s_getreg_b32 s2, hwreg(HW_REG_TRAPSTS, 0, 7)
