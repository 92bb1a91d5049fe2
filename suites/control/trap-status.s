; The trap handler may write trap temporaries and fields of STATUS; PRIV, EXECZ and the like stay as they are.
; RDNA3 ISA, Table 5; Vega ISA, 3.4.  All ones into STATUS but HALT: SCC 0, SYS_PRIO 2:1, USER_PRIO 4:3 become 1 (0x1f); EXECZ (9) and IN_BARRIER (12) do not.
; kills: status-readonly
; assay: arch gfx906 gfx1100
; assay: rules control.trap.status, register.ttmp.user
; assay: trap_handler
; assay: state scc = 0
; assay: state vcc = 1
; assay: expect s4 = 0x1f mask 0x121f
; assay: expect s5 = 1
; assay: expect s6 = 0x1234
; assay: observe s4 s5 s6
s_trap 1
s_mov_b32 s5, src_scc
s_endpgm
.section .trap,"ax"
s_mov_b32 ttmp4, 0x1234
s_mov_b32 s6, ttmp4
s_add_u32 ttmp0, ttmp0, 4
s_addc_u32 ttmp1, ttmp1, 0
s_setreg_imm32_b32 hwreg(HW_REG_STATUS, 0, 13), 0x1fff
s_nop 1
s_getreg_b32 s4, hwreg(HW_REG_STATUS)
s_rfe_b64 ttmp[0:1]
