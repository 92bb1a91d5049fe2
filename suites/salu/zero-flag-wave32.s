; In wave32 VCCZ and EXECZ look at the low halves only.
; RDNA3 ISA, 3.2.2, 3.4.1.  VCC_HI and EXEC_HI are not 0, the low halves are: bits 10 and 9 of STATUS are 1.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: wave 32
; assay: rules hwreg.status, exec.wave32
; assay: state scc = 0
; assay: state vcc = 0
; assay: expect s0 = 3
; assay: expect s1 = 4
s_mov_b32 vcc_hi, 5
s_mov_b32 vcc_lo, 0
s_mov_b32 exec_hi, 5
s_mov_b32 exec_lo, 0
s_getreg_b32 s0, hwreg(HW_REG_STATUS, 9, 2)
s_add_u32 s1, s0, 1
