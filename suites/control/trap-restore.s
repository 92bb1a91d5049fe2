; S_RFE_RESTORE_B64 returns as S_RFE_B64 does; its second source changes how instructions are fetched, which nothing shows.
; Vega ISA, 12 S_RFE_RESTORE_B64.
; kills: trap-stays
; assay: arch gfx906
; assay: rules control.trap.return, control.trap.disabled, control.trap.reserved
; assay: trap_handler
; assay: state scc = 0
; assay: state vcc = 0
; assay: expect s5 = 7
; assay: expect s6 = 0
; assay: observe s5 s6
s_trap 1
s_mov_b32 s5, 7
s_getreg_b32 s6, hwreg(HW_REG_STATUS, 5, 1)
s_endpgm
.section .trap,"ax"
s_add_u32 ttmp0, ttmp0, 4
s_addc_u32 ttmp1, ttmp1, 0
s_rfe_restore_b64 ttmp[0:1], 0
