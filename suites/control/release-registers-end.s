; After the message DEALLOC_VGPRS the program ends: nothing is found.
; RDNA3 ISA, 5.3, Table 15 "Use only when next instruction is S_ENDPGM".
; kills: dealloc-end-refused
; assay: arch gfx1100
; assay: rules control.dealloc.end
; assay: state s0 = 0
; assay: expect s0 = 1
; assay: observe s0
s_mov_b32 s0, 1
s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)
s_endpgm
