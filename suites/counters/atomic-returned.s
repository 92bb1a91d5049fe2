; An atomic that returns counts on VMcnt: a wait for it proves the value.
; RDNA3 ISA, 5.6.  buf[0] was 7.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: rules counter.vm.unwaited
; assay: memory buf u32=7,9
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: state v2 = 5
; assay: state exec = 1
; assay: state v4 = 0
; assay: expect v4[0] = 7
; assay: observe v4
global_atomic_add_u32 v3, v1, v2, s[2:3] glc
s_waitcnt vmcnt(0)
v_mov_b32 v4, v3
