; S_TRAP goes to the trap handler with its own PC and number; S_RFE goes on behind it, without privilege.
; RDNA3 ISA, 5.1, 3.4.9: {TTMP1, TTMP0} = {7'0, HT, TrapID, PC}; Vega ISA, 3.10: {3'0, rewind, HT, TrapID, PC}.  The code lies at 0x10000, S_TRAP at 0x10004:
; TTMP0 is 0x10004 and TTMP1 0x55 << 16.  PRIV is bit 5 of STATUS, TRAP_EN bit 6.
; kills: trap-behind
; assay: arch gfx906 gfx1100
; assay: rules control.trap.enter, control.trap.return, control.trap.status
; assay: trap_handler tba=0x20000
; assay: state scc = 0
; assay: state vcc = 0
; assay: expect s0 = 1
; assay: expect s1 = 2
; assay: expect s4 = 0x10004
; assay: expect s5 = 0x550000
; assay: expect s6 = 3
; assay: expect s7 = 2
; assay: expect s8 = 0
; assay: expect note register.ttmp.user
s_mov_b32 s0, 1
s_trap 0x55
s_mov_b32 s1, 2
s_getreg_b32 s7, hwreg(HW_REG_STATUS, 5, 2)
s_mov_b32 s8, ttmp0
s_endpgm
.section .trap,"ax"
s_mov_b32 s4, ttmp0
s_mov_b32 s5, ttmp1
s_getreg_b32 s6, hwreg(HW_REG_STATUS, 5, 2)
s_add_u32 ttmp0, ttmp0, 4
s_addc_u32 ttmp1, ttmp1, 0
s_rfe_b64 ttmp[0:1]
