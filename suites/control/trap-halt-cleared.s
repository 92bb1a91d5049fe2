; The trap handler takes HALT back, and the wave goes on.
; RDNA3 ISA, 5.1 S_SETHALT "setting to 0 resumes the shader (can only occur in trap handler)"; Vega ISA, 12 S_SETHALT.
; kills: halt-inside
; assay: arch gfx906 gfx1100
; assay: rules control.trap.status
; assay: trap_handler
; assay: expect s5 = 7
; assay: observe s5
s_mov_b32 s5, 6
s_trap 1
s_mov_b32 s5, 7
s_endpgm
.section .trap,"ax"
s_sethalt 1
s_sethalt 0
s_add_u32 ttmp0, ttmp0, 4
s_addc_u32 ttmp1, ttmp1, 0
s_rfe_b64 ttmp[0:1]
