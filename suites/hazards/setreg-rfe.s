; S_RFE needs a wait state after an S_SETREG of TRAPSTS.  The wave starts privileged, as in a trap handler, and goes on behind S_RFE.
; Vega ISA, 4.5.  STATUS 0x10020: VALID, PRIV.
; kills: hazards-unwatched
; assay: arch gfx906
; assay: rules hazard.setreg.rfe
; assay: state status = 0x10020
; assay: state s[0:1] = 0x10010
; assay: expect s2 = 3
; assay: observe s2
; assay: expect finding hazard.setreg.rfe
s_mov_b32 s2, 2
s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 0, 4), 1
s_rfe_b64 s[0:1]
s_mov_b32 s2, 3
