; After the message DEALLOC_VGPRS only the end of the program may follow.
; RDNA3 ISA, 5.3.
; kills: errors-unreported
; assay: arch gfx1100
; assay: rules control.dealloc.end
; assay: expect s0 = 1
; assay: observe s0
; assay: expect finding control.dealloc.end
s_mov_b32 s0, 1
s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)
s_mov_b32 s1, 2
s_endpgm
