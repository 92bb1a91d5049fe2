; A program that sets SAVECTX traps; up to two more instructions may run first, so PC is undefined. The handler clears the bit.
; Vega ISA, 3.10 "a shader can set this bit to 1 to cause a save-context trap"; RDNA3 3.4.9 has the host set it: there it is a mark.
; kills: save-context-kept
; assay: arch gfx906 gfx1100
; assay: rules control.trap.exception, open.trap
; assay: trap_handler
; assay: state s4 = 0
; assay: state s5 = 5
; assay[gfx906]: expect s4 = 1
; assay[gfx906]: expect s5 = 0
; assay[gfx1100]: expect s4 = 0
; assay[gfx1100]: expect s5 = 1
; assay: observe s4 s5
s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 10, 1), 1
s_nop 1
s_getreg_b32 s5, hwreg(HW_REG_TRAPSTS, 10, 1)
s_endpgm
.section .trap,"ax"
s_nop 1
s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 10, 1), 0
s_nop 1
s_getreg_b32 s5, hwreg(HW_REG_TRAPSTS, 10, 1)
s_add_u32 s4, s4, 1
s_endpgm
