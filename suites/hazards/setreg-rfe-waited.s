; One wait state between an S_SETREG of TRAPSTS and S_RFE is enough, and one of MODE needs none.
; Vega ISA, 4.5.  STATUS 0x10020: VALID, PRIV; S_RFE clears PRIV, and goes on behind itself.
; kills: trap-stays
; assay: arch gfx906
; assay: rules hazard.setreg.rfe, control.trap.return
; assay: state status = 0x10020
; assay: state scc = 0
; assay: state vcc = 0
; assay: state s[0:1] = 0x10018
; assay: expect s2 = 3
; assay: expect s3 = 0
; assay: observe s2 s3
s_mov_b32 s2, 3
s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 0, 4), 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0
s_rfe_b64 s[0:1]
s_getreg_b32 s3, hwreg(HW_REG_STATUS, 5, 1)
