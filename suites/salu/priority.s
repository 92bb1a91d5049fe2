; S_SETPRIO sets the user priority, bits 4:3 of STATUS, and nothing a result depends on.
; RDNA3 ISA, 5.1, 3.4; Vega ISA, 12.5 S_SETPRIO, 3.4.
; kills: literal-zero
; assay: arch gfx906 gfx1100
; assay: rules salu.setprio, hwreg.status
; assay: state vcc = 0
; assay: state scc = 0
; assay: expect s0 = 2
; assay: expect s1 = 0
; assay: expect s2 = 0x00c0ffee
s_setprio 2
s_getreg_b32 s0, hwreg(HW_REG_STATUS, 3, 2)
s_setprio 0
s_getreg_b32 s1, hwreg(HW_REG_STATUS, 3, 2)
s_mov_b32 s2, 0x00c0ffee
