; With EXCP_EN.mem_viol a violation traps on Vega too; which instruction comes next is not known, so PC is undefined.
; Vega ISA, 3.11 "it has no relationship the faulting instruction".  MODE 0x1002f0: bit 20.
; kills: exceptions-not-taken
; assay: arch gfx906
; assay: rules control.trap.exception, memory.align
; assay: trap_handler
; assay: memory buf size=256
; assay: state v[0:1] = buf+1
; assay: state v2 = 1
; assay: state exec = 1
; assay: state s9 = 0
; assay: state mode = 0x1002f0
; assay: expect s9 = 0x100
; assay: expect finding memory.align
; assay: observe s9
global_atomic_add v[0:1], v2, off
s_endpgm
.section .trap,"ax"
s_getreg_b32 s9, hwreg(HW_REG_TRAPSTS, 0, 9)
s_endpgm
