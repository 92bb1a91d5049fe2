; Trap 0 is the hardware's: a program's is an error, and is taken.
; RDNA3 ISA, 5.1 "TRAPID 0 is reserved for hardware use"; Vega ISA, 12 S_TRAP.
; kills: trap-number
; assay: arch gfx906 gfx1100
; assay: rules control.trap.reserved
; assay: trap_handler
; assay: expect s5 = 0
; assay: expect s6 = 0x30000
; assay: expect finding control.trap.reserved
s_trap 0
s_trap 3
s_endpgm
.section .trap,"ax"
s_mov_b32 s5, s6
s_mov_b32 s6, ttmp1
s_add_u32 ttmp0, ttmp0, 4
s_addc_u32 ttmp1, ttmp1, 0
s_rfe_b64 ttmp[0:1]
