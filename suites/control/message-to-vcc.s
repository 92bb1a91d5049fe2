; S_SENDMSG_RTN to VCC leaves VCCZ undefined; VCC itself is what was asked for.
; RDNA3 ISA, 5.1, Table 14.  TBA 0x2000000 in units of 256 bytes is 0x20000; bit 63 says that there is a handler.
; kills: message-vccz-untold
; assay: arch gfx1100
; assay: rules control.message.vccz
; assay: trap_handler tba=0x2000000
; assay: expect s4 = 0x20000
; assay: expect s5 = 0x80000000
; assay: expect note control.message.vccz
; assay: observe s4 s5
s_sendmsg_rtn_b64 vcc, sendmsg(MSG_RTN_GET_TBA)
s_waitcnt lgkmcnt(0)
s_mov_b32 s4, vcc_lo
s_mov_b32 s5, vcc_hi
s_endpgm
.section .trap,"ax"
s_rfe_b64 ttmp[0:1]
