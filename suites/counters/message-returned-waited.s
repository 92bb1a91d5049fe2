; After a wait for 0 the data of S_SENDMSG_RTN may be used.
; RDNA3 ISA, 5.3.  The value is undefined; its bits that are masked off are 0.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: rules counter.lgkm.unwaited, counter.wait
; assay: expect s5 = 0
; assay: observe s5
s_sendmsg_rtn_b32 s4, sendmsg(MSG_RTN_GET_REALTIME)
s_waitcnt lgkmcnt(0)
s_mov_b32 s6, s4
s_mov_b32 s5, 0
