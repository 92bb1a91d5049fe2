; More operations are outstanding than the record holds: the oldest ones are taken as done, and a note says so.
; RDNA3 ISA, 5.6, 8.2; Vega ISA, 4.4, 7.  Scalar loads and messages come back in any order, so only lgkmcnt(0) would
; prove one of them: the load and 199 messages are 200, and the next message is one too many.  The load is then taken
; as done: s4 is there without a wait, as the memory has it.
; kills: smem-in-order
; assay: arch gfx906 gfx1100
; assay: rules counter.full
; assay: memory buf u32=7
; assay: state s[2:3] = buf
; assay: state s5 = 3
; assay: expect s5 = 7
; assay: observe s5
; assay: expect note counter.full
s_load_dword s4, s[2:3], 0x0
.rept 200
s_sendmsg sendmsg(MSG_INTERRUPT)
.endr
s_mov_b32 s5, s4
s_waitcnt lgkmcnt(0)
