; A hull shader's message that its tessellation factors are in memory is one like others: code 2, with M0 as its payload.  GFX9 has none,
; there 2 is of the geometry shader.
; RDNA3 ISA, 5.3, Table 15; Vega ISA, 4.5.
; kills: message-payload-dropped
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules control.message.payload, control.message.unknown, counter.lgkm.unwaited
; assay: state m0 = 0x51234
; assay: expect message code=2 payload=0x51234
; assay: expect s0 = 7
; assay: observe s0
s_sendmsg sendmsg(MSG_HS_TESSFACTOR)
s_waitcnt lgkmcnt(0)
s_mov_b32 s0, 7
