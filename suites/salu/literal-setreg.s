; S_SETREG_IMM32 is the one SOPK operation with a 32-bit constant behind it; execution goes on after the constant.
; RDNA3 ISA, 6.8; Vega ISA, 5.7.  MODE bits 7:4 become 5 of 15; the rest of 0x3f0 stays: 0x350.
; kills: literal-zero
; assay: arch gfx906 gfx1100
; assay: rules salu.hwreg, decode.literal
; assay: state mode = 0x3f0
; assay: expect s0 = 0x350
; assay: expect s1 = 9
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 5
s_nop 1
s_getreg_b32 s0, hwreg(HW_REG_MODE, 0, 10)
s_mov_b32 s1, 9
