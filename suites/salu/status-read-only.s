; A program may not write STATUS: nothing changes, and the attempt is noted.
; RDNA3 ISA, 6.8, 3.4; Vega ISA, 5.8 (read only).
; kills: readonly-untold
; assay: arch gfx906 gfx1100
; assay: rules hwreg.readonly, salu.hwreg
; assay: state scc = 0
; assay: expect scc = 0
; assay: expect s0 = 0x1234
; assay: expect note hwreg.readonly
; assay: observe scc s0
s_setreg_imm32_b32 hwreg(HW_REG_STATUS, 0, 1), 1
s_mov_b32 s0, 0x1234
