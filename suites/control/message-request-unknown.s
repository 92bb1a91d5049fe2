; S_SENDMSG_RTN asks for what Table 16 lists; other codes, and SAVE_WAVE, which is the trap handler's, are illegal messages.
; RDNA3 ISA, 5.3 "All message codes not listed are reserved (illegal)".  GET_REALTIME may be asked for; 135 and SAVE_WAVE may not.
; kills: errors-unreported
; assay: arch gfx1100
; assay: rules control.message.unknown
; assay: state s4 = 2
; assay: observe s5
; assay: expect s5 = 3
; assay: expect finding control.message.unknown
; assay: expect finding control.message.unknown
s_sendmsg_rtn_b64 s[0:1], sendmsg(MSG_RTN_GET_REALTIME)
s_sendmsg_rtn_b32 s2, 135
s_sendmsg_rtn_b32 s3, sendmsg(MSG_RTN_SAVE_WAVE)
s_waitcnt lgkmcnt(0)
s_add_u32 s5, s4, 1
