; A trap waits for what is outstanding: the handler may use a load's result without a wait of its own.
; RDNA3 ISA, 5.1 "wait for outstanding instructions to finish"; Vega ISA, 12 S_TRAP "wait for all instructions to complete".
; kills: trap-unwaited
; assay: arch gfx906 gfx1100
; assay: rules control.trap.enter
; assay: policy late
; assay: trap_handler tba=0x20000
; assay: memory in size=256 u32=7,8,9,10
; assay: state s[2:3] = in
; assay: expect s4 = 16
; assay: observe s4
s_load_dwordx2 s[4:5], s[2:3], 0x4
s_trap 1
s_endpgm
.section .trap,"ax"
s_add_u32 s4, s4, 8
s_add_u32 ttmp0, ttmp0, 4
s_addc_u32 ttmp1, ttmp1, 0
s_rfe_b64 ttmp[0:1]
