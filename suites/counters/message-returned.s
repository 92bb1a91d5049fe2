; S_SENDMSG_RTN counts twice on LGKMcnt, once as it is sent and once as the data come: only 0 proves these.
; RDNA3 ISA, 5.3.  What comes is the machine's own, so s5 is undefined; s0 shows that the rest ran.
; kills: wait-one-more
; assay: arch gfx1100
; assay: rules counter.lgkm.unwaited, counter.wait
; assay: state s0 = 3
; assay: expect s0 = 3
; assay: expect finding counter.lgkm.unwaited
; assay: observe s0
s_sendmsg_rtn_b32 s4, sendmsg(MSG_RTN_GET_REALTIME)
s_waitcnt lgkmcnt(1)
s_mov_b32 s5, s4
