; S_SETREG writes a field of a hardware register, S_GETREG reads one.
; RDNA3 ISA, 6.8; Vega ISA, 5.9.  MODE starts as 0x3f0.  FP_ROUND (bits 3:0) becomes 5: MODE = 0x3f5; bits 9:4 read as 0x3f.
; kills: literal-zero
; assay: arch gfx906 gfx1100
; assay: rules salu.hwreg, salu.mode
; assay: state mode = 0x3f0
; assay: expect s0 = 0x3f
; assay: expect s1 = 0x5
; assay: expect mode = 0x3f5
; assay: expect s2 = 0x01234567
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 5
s_nop 1
s_getreg_b32 s0, hwreg(HW_REG_MODE, 4, 6)
s_getreg_b32 s1, hwreg(HW_REG_MODE, 0, 4)
s_mov_b32 s2, 0x01234567
