; V_CLREXCP clears the exceptions gathered so far.
; Vega ISA, 12.8 V_CLREXCP.
; kills: flags-unraised
; assay: arch gfx906
; assay: rules float.flags
; assay: state trapsts = 0
; assay: state v1 = inf
; assay: expect s0 = 1
; assay: expect s1 = 0
v_sub_f32 v4, v1, v1
s_getreg_b32 s0, hwreg(HW_REG_TRAPSTS, 0, 7)
v_clrexcp
s_getreg_b32 s1, hwreg(HW_REG_TRAPSTS, 0, 7)
