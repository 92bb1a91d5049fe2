; A branch on VCCZ is undefined behind an S_SENDMSG_RTN that writes VCC, though VCC is known: nothing after it is compared.
; RDNA3 ISA, 5.1, Table 14.  TBA 0x2000000 in units of 256 bytes is 0x20000: VCC is not 0.  s5 was written before: 3.
; kills: message-vccz-forgotten
; assay: arch gfx1100
; assay: rules control.message.vccz, open.branch
; assay: trap_handler tba=0x2000000
; assay: expect s5 = 3
; assay: expect note control.message.vccz
; assay: expect note open.branch
; assay: observe s5
s_mov_b32 s5, 3
s_sendmsg_rtn_b64 vcc, sendmsg(MSG_RTN_GET_TBA)
s_waitcnt lgkmcnt(0)
s_cbranch_vccz end
s_nop 0
end:
s_endpgm
.section .trap,"ax"
s_rfe_b64 ttmp[0:1]
