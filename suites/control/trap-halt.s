; HALT that the trap handler sets stops the wave when it has left it, not before.
; RDNA3 ISA, 5.1 S_SETHALT, Table 5; Vega ISA, 3.4 "this bit is ignored while in the trap handler".
; kills: halt-inside
; assay: arch gfx906 gfx1100
; assay: rules control.trap.status
; assay: trap_handler
; assay: expect status fault
; assay: expect s4 = 5
; assay: expect s5 = 6
; assay: observe s4 s5
s_mov_b32 s5, 6
s_trap 1
s_mov_b32 s5, 7
s_endpgm
.section .trap,"ax"
s_sethalt 1
s_mov_b32 s4, 5
s_add_u32 ttmp0, ttmp0, 4
s_addc_u32 ttmp1, ttmp1, 0
s_rfe_b64 ttmp[0:1]
