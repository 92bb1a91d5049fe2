; VCCZ is defined again once another instruction has written VCC: by the scalar ALU, a comparison, or a scalar load.
; RDNA3 ISA, 5.1, Table 14; errata E-184.  VCC is not 0 then: STATUS has VCCZ = 0 in s6 to s8, no branch is taken.
; kills: message-vccz-for-good
; assay: arch gfx1100
; assay: rules control.message.vccz
; assay: trap_handler tba=0x2000000
; assay: memory buf u32=1,1
; assay: state s[2:3] = buf
; assay: state s5 = 0
; assay: state v1 = 3
; assay: expect s5 = 7
; assay: expect s6 = 0
; assay: expect s7 = 0
; assay: expect s8 = 0
; assay: expect note control.message.vccz
; assay: expect note control.message.vccz
; assay: expect note control.message.vccz
; assay: observe s5 s6 s7 s8
s_sendmsg_rtn_b64 vcc, sendmsg(MSG_RTN_GET_TBA)
s_waitcnt lgkmcnt(0)
s_mov_b32 vcc_lo, 1
s_getreg_b32 s6, hwreg(HW_REG_STATUS, 10, 1)
s_cbranch_vccz end
s_or_b32 s5, s5, 1
s_sendmsg_rtn_b64 vcc, sendmsg(MSG_RTN_GET_TBA)
s_waitcnt lgkmcnt(0)
v_cmp_eq_u32 vcc_lo, v1, v1
s_getreg_b32 s7, hwreg(HW_REG_STATUS, 10, 1)
s_cbranch_vccz end
s_or_b32 s5, s5, 2
s_sendmsg_rtn_b64 vcc, sendmsg(MSG_RTN_GET_TBA)
s_waitcnt lgkmcnt(0)
s_load_b64 vcc, s[2:3], 0x0
s_waitcnt lgkmcnt(0)
s_getreg_b32 s8, hwreg(HW_REG_STATUS, 10, 1)
s_cbranch_vccz end
s_or_b32 s5, s5, 4
end:
s_endpgm
.section .trap,"ax"
s_rfe_b64 ttmp[0:1]
