; VMcnt says nothing of an atomic that returns nothing: what a scalar load finds there is undefined.
; RDNA3 ISA, 5.6.
; kills: atomics-as-loads
; assay: arch gfx1100
; assay: rules memory.own.unwaited, counter.store
; assay: memory buf u32=7,9
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: state v2 = 5
; assay: state exec = 1
; assay: state s0 = 3
; assay: expect s0 = 3
; assay: expect finding memory.own.unwaited
; assay: observe s0
global_atomic_add_u32 v1, v2, s[2:3]
s_waitcnt vmcnt(0)
s_load_b32 s4, s[2:3], 0x0
s_waitcnt lgkmcnt(0)
