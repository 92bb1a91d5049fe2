; TRAP_ON_START and TRAP_ON_END of RSRC3 (bits 10, 11) enter the trap handler before the first instruction and instead of S_ENDPGM; TRAP_PRESENT of RSRC2 (bit 6).
; LLVM AMDGPU guide; RDNA3 ISA, 3.4.9: TRAPSTS.WAVE_START is bit 17, WAVE_END bit 18.  PC is 0x10000, then S_ENDPGM's.
; kills: start-not-trapped
; assay: arch gfx1100
; assay: rules dispatch.status, control.trap.exception
; assay: trap_handler
; assay: registers {"COMPUTE_NUM_THREAD_X": 32, "COMPUTE_PGM_RSRC1": "0xc0000", "COMPUTE_PGM_RSRC2": "0x40", "COMPUTE_PGM_RSRC3": "0xc00"}
; assay: expect s4 = 0x10008
; assay: expect s5 = 0x60000
; assay: expect s6 = 0x10000
; assay: expect s7 = 0x20000
; assay: observe s4 s5 s6 s7
s_mov_b32 s6, s4
s_mov_b32 s7, s5
s_endpgm
.section .trap,"ax"
s_mov_b32 s4, ttmp0
s_getreg_b32 s5, hwreg(HW_REG_TRAPSTS)
s_rfe_b64 ttmp[0:1]
