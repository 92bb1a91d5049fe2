; Debug mode does not enter the trap handler behind instructions of the handler itself, S_RFE the last of them.
; RDNA3 ISA, Table 6 TRAP_AFTER_INST; Vega ISA, 3.5 DEBUG.  One instruction of the program, three of the handler, S_ENDPGM.
; kills: stepping-inside
; assay: arch gfx906 gfx1100
; assay: rules control.trap.exception
; assay: trap_handler
; assay: state mode = 0xbf0
; assay: state s9 = 0
; assay: expect s9 = 1
; assay: expect instructions = 5
; assay: observe s9
s_mov_b32 s0, 1
s_endpgm
.section .trap,"ax"
s_add_u32 s9, s9, 1
s_nop 0
s_rfe_b64 ttmp[0:1]
