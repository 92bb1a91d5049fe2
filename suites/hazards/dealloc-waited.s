; The scratch store is waited for, the store to memory need not be, and S_NOP precedes the message.
; LLVM SIInsertWaitcnts, MSG_DEALLOC_VGPRS; RDNA3 ISA, 5.3.  7 is in memory.
; kills: dealloc-end-refused
; assay: arch gfx1100
; assay: profile silicon
; assay: scratch = 64
; assay: rules control.dealloc.scratch, control.dealloc.nop
; assay: memory out size=4
; assay: state exec = 1
; assay: state s[2:3] = out
; assay: state v0 = 0
; assay: state v1 = 7
; assay: expect memory out = u32:7
; assay: observe memory:out
scratch_store_b32 off, v1, off
s_waitcnt_vscnt null, 0x0
global_store_b32 v0, v1, s[2:3]
s_nop 0
s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)
s_endpgm
