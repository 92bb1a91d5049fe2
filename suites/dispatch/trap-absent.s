; Without TRAP_PRESENT no trap is taken, whatever handler there is; with it S_TRAP is.
; RDNA3 ISA, 3.4.9 TRAP_EN; Vega ISA, 3.10; LLVM AMDGPU guide.
; kills: trap-enabled
; assay: arch gfx906 gfx1100
; assay: rules control.trap.disabled
; assay: trap_handler
; assay[gfx906]: registers {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_PGM_RSRC1": "0xc0000", "COMPUTE_PGM_RSRC2": "0x0"}
; assay[gfx1100]: registers {"COMPUTE_NUM_THREAD_X": 32, "COMPUTE_PGM_RSRC1": "0xc0000", "COMPUTE_PGM_RSRC2": "0x0"}
; assay: expect s4 = 1
; assay: expect note control.trap.disabled
; assay: observe s4
s_mov_b32 s4, 1
s_trap 2
s_endpgm
.section .trap,"ax"
s_mov_b32 s4, 2
s_endpgm
