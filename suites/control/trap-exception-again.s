; Exceptions are sticky in TRAPSTS, and each that occurs traps: what is marked there does not by itself.
; RDNA3 ISA, 3.4.9 "when the exception occurs"; Vega ISA, 3.10.  TRAPSTS starts with DIV0 set; two divisions, two traps.
; kills: exceptions-sticky
; assay: arch gfx906 gfx1100
; assay: rules control.trap.exception
; assay: trap_handler
; assay: state mode = 0x42f0
; assay: state trapsts = 4
; assay: state v1 = 0.0
; assay: state s9 = 0
; assay: expect s9 = 2
; assay: expect s10 = 0
; assay: observe s9 s10
v_add_f32 v2, 1.0, v1
s_mov_b32 s10, s9
v_rcp_f32 v3, v1
v_rcp_f32 v3, v1
s_endpgm
.section .trap,"ax"
s_add_u32 s9, s9, 1
s_rfe_b64 ttmp[0:1]
