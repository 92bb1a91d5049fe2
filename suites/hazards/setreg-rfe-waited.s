; One wait state between an S_SETREG of TRAPSTS and S_RFE is enough, and one of MODE needs none.
; Vega ISA, 4.5.
; kills: errors-unreported
; assay: arch gfx906
; assay: rules hazard.setreg.rfe, control.privileged
; assay: expect status unsupported
; assay: expect s2 = 3
; assay: observe s2
; assay: expect finding control.privileged
s_mov_b32 s2, 3
s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 0, 4), 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0
s_rfe_b64 s[0:1]
