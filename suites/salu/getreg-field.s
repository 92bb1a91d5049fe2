; S_GETREG gives SIZE bits from OFFSET, at the bottom of its destination, zeros above.
; RDNA3 ISA, 6.8; Vega ISA, 5.8.  MODE = 0x8003f5: bits 9:4 are 0x3f, bits 3:0 are 5, bit 23 is 1, all 32 are MODE.
; kills: literal-zero
; assay: arch gfx906 gfx1100
; assay: rules salu.hwreg
; assay: state mode = 0x3f0
; assay: state s0 = 0xffffffff
; assay: expect s0 = 0x3f
; assay: expect s1 = 5
; assay: expect s2 = 1
; assay: expect s3 = 0x8003f5
s_setreg_imm32_b32 hwreg(HW_REG_MODE), 0x8003f5
s_nop 1
s_getreg_b32 s0, hwreg(HW_REG_MODE, 4, 6)
s_getreg_b32 s1, hwreg(HW_REG_MODE, 0, 4)
s_getreg_b32 s2, hwreg(HW_REG_MODE, 23, 1)
s_getreg_b32 s3, hwreg(HW_REG_MODE, 0, 32)
