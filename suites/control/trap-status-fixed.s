; Fields of STATUS that are the hardware's stay as they are, though the trap handler writes them: PRIV (5), TRAP_EN (6), IN_BARRIER (12).
; RDNA3 ISA, Table 5 "write when priv?"; Vega ISA, 3.4.  0x1000 is written over all of it.
; kills: status-writable
; assay: arch gfx906 gfx1100
; assay: rules control.trap.status
; assay: trap_handler
; assay: state scc = 0
; assay: state vcc = 1
; assay: expect s4 = 0x60 mask 0x1060
; assay: observe s4
s_trap 1
s_endpgm
.section .trap,"ax"
s_setreg_imm32_b32 hwreg(HW_REG_STATUS), 0x1000
s_nop 1
s_getreg_b32 s4, hwreg(HW_REG_STATUS)
s_add_u32 ttmp0, ttmp0, 4
s_addc_u32 ttmp1, ttmp1, 0
s_rfe_b64 ttmp[0:1]
