; An exception that EXCP_EN names enters the trap handler behind the instruction, with number 0; others only leave their mark.
; RDNA3 ISA, 3.4.2, 3.4.9; Vega ISA, 3.5, 3.10 "the PC of the faulting instruction is PC - PC_rewind * 4".  MODE 0x82f0: EXCP_EN.overflow (bit 15).
; 2^127 * 2^127 at 0x10008 raises it, inf - inf before it only INVALID: TTMP0 is 0x1000c, the rewind 1 in bits 28:25 of TTMP1 on Vega.
; kills: exception-rewind
; assay: arch gfx906 gfx1100
; assay: rules control.trap.exception, open.trap
; assay: trap_handler
; assay: state mode = 0x82f0
; assay: state v0 = inf
; assay: state v1 = 0x7f000000
; assay: state s9 = 0
; assay: expect s4 = 0x1000c
; assay[gfx906]: expect s5 = 0x2000000
; assay[gfx1100]: expect s5 = 0
; assay: expect s6 = 9 mask 0x1f
; assay: expect s7 = 1
; assay: expect s8 = 0x7f800000
; assay: expect s9 = 1
; assay: observe s4 s5 s6 s7 s8 s9
s_nop 0
v_sub_f32 v2, v0, v0
v_mul_f32 v3, v1, v1
s_mov_b32 s7, 1
s_endpgm
.section .trap,"ax"
s_mov_b32 s4, ttmp0
s_mov_b32 s5, ttmp1
s_getreg_b32 s6, hwreg(HW_REG_TRAPSTS, 0, 9)
s_add_u32 s9, s9, 1
v_readfirstlane_b32 s8, v3
s_rfe_b64 ttmp[0:1]
