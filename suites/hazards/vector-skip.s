; A vector instruction needs 2 wait states after a change of VSKIP; here VSKIP stays off.
; Vega ISA, 4.5, Table 8, 4.2.
; kills: hazards-unwatched
; assay: arch gfx906
; assay: rules hazard.vskip
; assay: state v0 = 5
; assay: expect v0[*] = 6
; assay: expect finding hazard.vskip
; assay: observe v0
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 28, 1), 0
v_mov_b32 v0, 6
