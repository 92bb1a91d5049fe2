; Debug mode enters the trap handler behind each instruction of the program, but not behind those of the handler nor S_ENDPGM.
; RDNA3 ISA, Table 6 TRAP_AFTER_INST; Vega ISA, 3.5 DEBUG: MODE bit 11.  Three instructions; RDNA3 marks TRAPSTS bit 20.
; kills: stepping-off
; assay: arch gfx906 gfx1100
; assay: rules control.trap.exception
; assay: trap_handler
; assay: state mode = 0xbf0
; assay: state s9 = 0
; assay: expect s9 = 3
; assay: expect s4 = 0x1000c
; assay[gfx906]: expect s5 = 0
; assay[gfx1100]: expect s5 = 1
; assay: expect instructions = 19
; assay: observe s9 s4 s5
s_mov_b32 s0, 1
s_mov_b32 s1, 2
s_nop 3
s_endpgm
.section .trap,"ax"
s_add_u32 s9, s9, 1
s_mov_b32 s4, ttmp0
s_getreg_b32 s5, hwreg(HW_REG_TRAPSTS, 20, 1)
s_nop 0
s_rfe_b64 ttmp[0:1]
