; S_GETREG of MODE needs 2 wait states after S_SETVSKIP.
; Vega ISA, 4.5, Table 8.
; kills: hazards-unwatched
; assay: arch gfx906
; assay: rules hazard.vskip
; assay: expect s0 = 1
; assay: expect finding hazard.vskip
s_setvskip 1, 0
s_getreg_b32 s0, hwreg(HW_REG_MODE, 28, 1)
s_setvskip 0, 0
