; A program's trap 0 is reported, other numbers are not.
; RDNA3 ISA, 5.1 "TRAPID 0 is reserved for hardware use"; Vega ISA, 12 S_TRAP.
; kills: trap-zero-untold
; assay: arch gfx906 gfx1100
; assay: rules control.trap.reserved
; assay: trap_handler
; assay: state s5 = 0
; assay: state scc = 0
; assay: expect s5 = 2
; assay: expect finding control.trap.reserved
; assay: observe s5
s_trap 1
s_trap 0
s_endpgm
.section .trap,"ax"
s_add_u32 s5, s5, 1
s_add_u32 ttmp0, ttmp0, 4
s_addc_u32 ttmp1, ttmp1, 0
s_rfe_b64 ttmp[0:1]
