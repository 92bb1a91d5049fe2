; The waits of one counter compare it with the sum of a register and the immediate.
; RDNA3 ISA, 5.6, 16.2 S_WAITCNT_VMCNT.  NULL + 0 = 0.
; kills: waits-ignored
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules counter.wait.single
; assay: memory buf u32=7
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: expect v2[*] = 7
global_load_b32 v0, v1, s[2:3]
s_waitcnt_vmcnt null, 0x0
v_mov_b32 v2, v0
