; Two wait states after a change of VSKIP are enough for a vector instruction, and two after S_SETVSKIP for S_GETREG of MODE; a write of
; other bits of MODE needs none.
; Vega ISA, 4.5, Table 8; 4.2.  VSKIP drops v_mov_b32 v0, 7.
; kills: wait-state-more
; assay: arch gfx906
; assay: rules hazard.vskip
; assay: state v0 = 5
; assay: state mode = 0x3f0
; assay: expect v0[*] = 5
; assay: expect v1[*] = 6
; assay: expect s0 = 0
; assay: expect s1 = 1
; assay: observe v0 v1 s0 s1
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 28, 1), 1
s_nop 1
v_mov_b32 v0, 7
s_getreg_b32 s1, hwreg(HW_REG_MODE, 28, 1)
s_setvskip 0, 0
s_nop 1
s_getreg_b32 s0, hwreg(HW_REG_MODE, 28, 1)
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 0
v_mov_b32 v1, 6
