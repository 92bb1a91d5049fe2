; S_SETREG_B32 takes the low bits of its source for the field and keeps the rest of the register.
; RDNA3 ISA, 6.8; Vega ISA, 5.8.  MODE = 0x3f0; the four bits 0xf...a = 10 go to FP_ROUND: 0x3fa.
; kills: setreg-whole
; assay: arch gfx906 gfx1100
; assay: rules salu.hwreg, hwreg.readonly
; assay: state mode = 0x3f0
; assay: state s0 = 0xfffffffa
; assay: expect mode = 0x3fa
; assay: expect s1 = 0x3fa
s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s0
s_nop 1
s_getreg_b32 s1, hwreg(HW_REG_MODE)
