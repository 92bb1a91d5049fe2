; In the trap handler what is no instruction ends the run.
; RDNA3 ISA, Table "TRAPSTS", ILLEGAL_INST "and the wave is not in the trap handler: ... Otherwise, send an interrupt and halt".
; kills: trap-nested
; assay: arch gfx906 gfx1100
; assay: rules control.trap.exception
; assay: trap_handler
; assay: expect status illegal
; assay: expect s4 = 1
; assay: observe s4
s_trap 1
s_mov_b32 s4, 2
s_endpgm
.section .trap,"ax"
s_mov_b32 s4, 1
.long 0xffffffff
s_mov_b32 s4, 3
