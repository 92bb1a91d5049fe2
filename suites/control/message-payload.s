; S_SENDMSG sends SIMM16 and M0.
; RDNA3 ISA, 5.3; Vega ISA, 4.  Interrupt is code 1 on both.
; kills: message-payload-dropped
; assay: arch gfx906 gfx1100
; assay: rules control.message.payload, control.message.unknown
; assay: state m0 = 0x1234
; assay: expect message code=1 payload=0x1234
; assay: expect message code=1 payload=0x77
; assay: expect s0 = 7
; assay: observe s0
s_nop 0
s_sendmsg sendmsg(MSG_INTERRUPT)
s_mov_b32 m0, 0x77
s_nop 0
s_sendmsg sendmsg(MSG_INTERRUPT)
s_waitcnt lgkmcnt(0)
s_mov_b32 s0, 7
