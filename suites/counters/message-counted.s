; S_SENDMSG counts on LGKMcnt until it is sent: LGKMcnt is 0 behind a wait for 0; behind another message it may be 0 or 1, which decides a
; branch here.
; RDNA3 ISA, 5.3 "Completion is tracked with LGKMcnt", 5.6 (IB_STS[9:4]); Vega ISA, 4.4 "+1 at issue, -1 when sent", 3.5 (IB_STS[11:8]).
; kills: message-uncounted
; assay: arch gfx906 gfx1100
; assay: rules counter.status, counter.wait, open.branch
; assay: expect s4 = 0
; assay: expect note open.branch
; assay: observe s4
.if gfx1100
low = 4
width = 6
.else
low = 8
width = 4
.endif
s_sendmsg sendmsg(MSG_INTERRUPT)
s_waitcnt lgkmcnt(0)
s_getreg_b32 s4, hwreg(HW_REG_IB_STS, low, width)
s_sendmsg sendmsg(MSG_INTERRUPT)
s_getreg_b32 s5, hwreg(HW_REG_IB_STS, low, width)
s_cmp_eq_u32 s5, 0
s_cbranch_scc1 end
s_nop 0
end:
