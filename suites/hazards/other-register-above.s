; S_SETREG of a register that does not exist is of no other register: S_GETREG of MODE behind it waits for nothing.
; Vega ISA, 4.5, Table 8; SIMM16[5:0] is the number.  33 is 1 (MODE) only where bit 5 is lost.
; kills: hwreg-number-cut
; assay: arch gfx906
; assay: rules hazard.setreg.getreg
; assay: expect s0 = 0
; assay: expect note hwreg.readonly
s_setreg_imm32_b32 hwreg(33, 0, 4), 0
s_getreg_b32 s0, hwreg(HW_REG_MODE, 0, 4)
