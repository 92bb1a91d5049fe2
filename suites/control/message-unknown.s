; A message code that is not in the table is an error.
; RDNA3 ISA, 5.3, Table 15; Vega ISA, 4.5.  Code 0 is reserved on both.
; kills: errors-unreported
; assay: arch gfx906 gfx1100
; assay: rules control.message.unknown
; assay: state m0 = 0
; assay: expect s0 = 1
; assay: expect finding control.message.unknown
s_mov_b32 s0, 1
s_nop 0
s_sendmsg 0
