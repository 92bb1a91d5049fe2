; A memory violation enters the trap handler: on Vega where EXCP_EN (bit 20) lets it, on RDNA3 always.
; Vega ISA, 3.11; RDNA3 ISA, 3.4.9 "MEMVIOL and Illegal-Instruction jump to the trap handler and cannot be masked off".  An atomic on a byte address.
; kills: violation-masked
; assay: arch gfx906 gfx1100
; assay: rules control.trap.exception, memory.align
; assay: trap_handler
; assay: memory buf size=256
; assay: state v[0:1] = buf+1
; assay: state v2 = 1
; assay: state exec = 1
; assay: state s9 = 0
; assay[gfx906]: state mode = 0x2f0
; assay[gfx1100]: state mode = 0x2f0
; assay[gfx906]: expect s9 = 0
; assay[gfx1100]: expect s9 = 0x100
; assay: expect finding memory.align
; assay: observe s9
global_atomic_add v[0:1], v2, off
s_endpgm
.section .trap,"ax"
s_getreg_b32 s9, hwreg(HW_REG_TRAPSTS, 0, 9)
s_endpgm
