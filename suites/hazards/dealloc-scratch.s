; DEALLOC_VGPRS gives scratch memory back, too, before the store is made; and S_NOP must precede the message.
; RDNA3 ISA, 5.3; LLVM SIInsertWaitcnts, MSG_DEALLOC_VGPRS and requiresNopBeforeDeallocVGPRs; pulls 77439, 160669, 153844.
; kills: dealloc-unchecked
; assay: arch gfx1100
; assay: profile silicon
; assay: scratch = 64
; assay: rules control.dealloc.scratch, control.dealloc.nop
; assay: state v1 = 5
; assay: observe s5
; assay: expect s5 = 5
; assay: expect finding control.dealloc.scratch
; assay: expect finding control.dealloc.nop
s_mov_b32 s5, 5
scratch_store_b32 off, v1, off
s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)
s_endpgm
