; VScnt says nothing of an atomic that returns.
; RDNA3 ISA, 5.6.  s0 shows that the rest ran.
; kills: store-wait-for-loads
; assay: arch gfx1100
; assay: rules counter.vm.unwaited
; assay: memory buf u32=7,9
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: state v2 = 5
; assay: state exec = 1
; assay: state s0 = 3
; assay: expect s0 = 3
; assay: expect finding counter.vm.unwaited
; assay: observe s0
global_atomic_add_u32 v3, v1, v2, s[2:3] glc
s_waitcnt_vscnt null, 0x0
v_mov_b32 v4, v3
