; STATUS does not know VCCZ behind an S_SENDMSG_RTN that writes VCC, as little as a branch does; its other bits it knows.
; RDNA3 ISA, 5.1, Table 14, 3.4.3.  SCC, bit 0 of STATUS, is 1; VCCZ, bit 10, decides the branch.
; kills: message-vccz-in-status
; assay: arch gfx1100
; assay: rules control.message.vccz, hwreg.status
; assay: trap_handler tba=0x2000000
; assay: state scc = 1
; assay: expect s5 = 1
; assay: expect note control.message.vccz
; assay: expect note open.branch
; assay: observe s5
s_sendmsg_rtn_b64 vcc, sendmsg(MSG_RTN_GET_TBA)
s_waitcnt lgkmcnt(0)
s_getreg_b32 s5, hwreg(HW_REG_STATUS, 0, 1)
s_getreg_b32 s6, hwreg(HW_REG_STATUS, 10, 1)
s_cmp_eq_u32 s6, 0
s_cbranch_scc1 end
s_nop 0
end:
s_endpgm
.section .trap,"ax"
s_rfe_b64 ttmp[0:1]
