; TRAP_EN = 0: S_TRAP and exceptions do nothing, though a handler is there.
; RDNA3 ISA, 3.4.9 "all traps and exceptions are ignored, and s_trap is converted by hardware to NOP"; Vega ISA, 3.10.
; MODE 0x42f0: EXCP_EN.div0 is bit 14, DX10_CLAMP is off.
; kills: trap-enabled
; assay: arch gfx906 gfx1100
; assay: rules control.trap.disabled
; assay: trap_handler
; assay: state status = 0x10000
; assay: state mode = 0x42f0
; assay: state v0 = 0.0
; assay: state s5 = 7
; assay: expect s5 = 7
; assay: expect s6 = 1
; assay: expect note control.trap.disabled
; assay: observe s5 s6
s_trap 3
v_rcp_f32 v1, v0
s_mov_b32 s6, 1
s_endpgm
.section .trap,"ax"
s_mov_b32 s5, 9
s_endpgm
