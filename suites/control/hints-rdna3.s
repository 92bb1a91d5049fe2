; Hints of the scheduler and the profiler change no register.
; RDNA3 ISA, 5.2, 5.6, 5.7, 16.5.  103 - 16 = 87 before them all.
; kills: inline-constant
; assay: arch gfx1100
; assay: rules control.nop
; assay: state s0 = 103
; assay: state scc = 0
; assay: expect s1 = 87
; assay: expect scc = 1
; assay: observe s1 scc
s_add_u32 s1, s0, -16
s_version 0x1234
s_set_inst_prefetch_distance 1
s_wait_idle
s_wait_event 1
s_waitcnt_depctr 0xfff
s_delay_alu instid0(VALU_DEP_1)
s_wakeup
