; Two wait states between two uses of a hardware register, the first an S_SETREG, are enough; other registers need none.
; Vega ISA, 4.5, Table 8.  MODE[3:0] = 1, then 2.
; kills: wait-state-more
; assay: arch gfx906
; assay: rules hazard.setreg.getreg
; assay: state mode = 0x3f0
; assay: state trapsts = 0
; assay: expect s0 = 1
; assay: expect s1 = 0
; assay: expect mode = 0x3f2
; assay: observe s0 s1 mode
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 1
s_getreg_b32 s1, hwreg(HW_REG_TRAPSTS, 0, 4)
s_nop 0
s_getreg_b32 s0, hwreg(HW_REG_MODE, 0, 4)
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 2
