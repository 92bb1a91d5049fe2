; S_WAIT_EVENT and S_WAITCNT_DEPCTR say nothing of the counters.
; RDNA3 ISA, 5.6, Table 18.  s0 shows that the rest ran.
; kills: event-waits
; assay: arch gfx1100
; assay: rules counter.wait
; assay: memory buf u32=7,9
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: state v2 = 5
; assay: state exec = 1
; assay: state s0 = 3
; assay: expect s0 = 3
; assay: expect finding counter.vm.unwaited
; assay: expect finding counter.lgkm.unwaited
; assay: observe s0
global_load_b32 v3, v1, s[2:3]
s_load_b32 s4, s[2:3], 0x0
s_wait_event 0x0
v_mov_b32 v4, v3
s_waitcnt_depctr 0x0
s_mov_b32 s5, s4
