; TRAPSTS is readable and writable; a field is changed and the rest is kept.
; RDNA3 ISA, 6.8, 3.4; Vega ISA, 5.8.  EXCP 0x12, then bit 3: 0x1a; read back from bit 1: 0xd.
; kills: setreg-whole
; assay: arch gfx906 gfx1100
; assay: rules salu.hwreg, float.flags
; assay: state trapsts = 0x12
; assay: expect trapsts = 0x1a
; assay: expect s0 = 0xd
; assay: observe trapsts s0
s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 3, 1), 1
s_nop 1
s_getreg_b32 s0, hwreg(HW_REG_TRAPSTS, 1, 8)
