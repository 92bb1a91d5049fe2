; SHADER_CYCLES counts in 20 bits: those above are 0.
; RDNA3 ISA, 3.4.10 ("returns a 20-bit cycle counter value").
; kills: cycles-wide
; assay: arch gfx1100
; assay: rules salu.hwreg
; assay: expect s0 = 0
; assay: observe s0
s_getreg_b32 s0, hwreg(HW_REG_SHADER_CYCLES, 20, 12)
