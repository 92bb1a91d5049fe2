; A hull shader's message has no operations: bits 6:4 that name one are reserved.
; RDNA3 ISA, 5.3, Table 15.  0x12: operation 1 of code 2.
; kills: errors-unreported
; assay: arch gfx1100
; assay: rules control.message.unknown
; assay: state m0 = 1
; assay: expect finding control.message.unknown
; assay: expect s0 = 7
; assay: observe s0
s_sendmsg 0x12
s_mov_b32 s0, 7
