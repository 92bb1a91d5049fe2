; With MODE.WAVE_END (bit 21) the trap handler runs at S_ENDPGM; the bit is cleared on the way in, so that S_ENDPGM ends the wave then.
; RDNA3 ISA, Table 6 EXCP_EN [21] "h/w clears this upon entering trap handler for end-of-wave"; TRAPSTS.WAVE_END is bit 18.
; kills: end-not-trapped
; assay: arch gfx1100
; assay: rules control.trap.exception
; assay: trap_handler
; assay: state mode = 0x2002f0
; assay: state s9 = 0
; assay: expect s4 = 0x10004
; assay: expect s5 = 0x40000
; assay: expect s9 = 1
; assay: expect mode = 0x2f0
; assay: observe s4 s5 s9 mode
s_nop 0
s_endpgm
.section .trap,"ax"
s_add_u32 s9, s9, 1
s_mov_b32 s4, ttmp0
s_getreg_b32 s5, hwreg(HW_REG_TRAPSTS)
s_rfe_b64 ttmp[0:1]
