; What is no instruction enters the trap handler, with its own PC and ILLEGAL_INST in TRAPSTS (bit 11).
; RDNA3 ISA, Table "TRAPSTS", ILLEGAL_INST; Linux's handler for GFX9.  0x10004.
; kills: illegal-not-trapped
; assay: arch gfx906 gfx1100
; assay: rules control.trap.exception
; assay: trap_handler
; assay: expect s4 = 0x10004
; assay: expect s5 = 0x800
; assay: expect s6 = 1
; assay: observe s4 s5 s6
s_nop 0
.long 0xffffffff
s_mov_b32 s6, 1
s_endpgm
.section .trap,"ax"
s_mov_b32 s4, ttmp0
s_getreg_b32 s5, hwreg(HW_REG_TRAPSTS)
s_add_u32 ttmp0, ttmp0, 4
s_addc_u32 ttmp1, ttmp1, 0
s_rfe_b64 ttmp[0:1]
