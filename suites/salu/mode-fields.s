; Fields of MODE that steer no operation are stored and read back as they are.
; RDNA3 ISA, 3.4.2; Vega ISA, 3.5.  Bits 18:12 (exception enables) = 0x55; MODE = 0x3f0 | 0x55000; without a trap handler nothing traps.
; kills: setreg-whole
; assay: arch gfx906 gfx1100
; assay: rules salu.hwreg, open.mode
; assay: state mode = 0x3f0
; assay: state v1 = inf
; assay: expect mode = 0x553f0
; assay: expect s0 = 0x55
; assay: expect v0[*] = nan
; assay: observe mode s0 v0
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 12, 7), 0x55
s_nop 1
s_getreg_b32 s0, hwreg(HW_REG_MODE, 12, 7)
v_sub_f32 v0, v1, v1
