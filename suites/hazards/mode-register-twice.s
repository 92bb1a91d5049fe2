; Two S_SETREG of the same register need 2 wait states between; of different registers none.
; Vega ISA, 4.5, Table 8, 5.8.
; kills: hazards-unwatched
; assay: arch gfx906
; assay: rules hazard.setreg.getreg
; assay: state mode = 0x3f0
; assay: state trapsts = 0
; assay: expect mode = 0x3f6
; assay: expect finding hazard.setreg.getreg
; assay: observe mode
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 1, 1), 1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 2, 1), 1
s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 0, 1), 0
