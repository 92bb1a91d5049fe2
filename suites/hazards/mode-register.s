; S_GETREG needs 2 wait states after an S_SETREG of the same register.
; Vega ISA, 4.5, Table 8.
; kills: hazards-unwatched
; assay: arch gfx906
; assay: rules hazard.setreg.getreg
; assay: expect s0 = 1
; assay: expect finding hazard.setreg.getreg
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 1
s_getreg_b32 s0, hwreg(HW_REG_MODE, 0, 4)
