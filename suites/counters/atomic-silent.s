; An atomic that returns nothing counts on VScnt: after a wait for it a scalar load sees its sum.
; RDNA3 ISA, 5.6.  7 + 5 = 12.
; kills: low-bit-flipped
; assay: arch gfx1100
; assay: rules memory.own.unwaited, counter.store
; assay: memory buf u32=7,9
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: state v2 = 5
; assay: state exec = 1
; assay: expect s5 = 12
; assay: observe s5
global_atomic_add_u32 v1, v2, s[2:3]
s_waitcnt_vscnt null, 0x0
s_load_b32 s4, s[2:3], 0x0
s_waitcnt lgkmcnt(0)
s_mov_b32 s5, s4
