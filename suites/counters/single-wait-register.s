; The waits of one counter compare it with a register plus the immediate: 1 + 1 of three loads proves the first, 33 + 31 of six bits is 0.
; RDNA3 ISA, 5.6, 16.2 S_WAITCNT_VMCNT "comparison is 6 bits, no clamping is applied for add overflow".  buf = {7, 9, 11}.
; llvm-mc takes NULL only: 0xb0000000 is SOPK, 25 S_WAITCNT_VMCNT in 27:23, the register in 22:16.
; kills: wait-sum-wide
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules counter.wait.single
; assay: memory buf u32=7,9,11
; assay: state s[2:3] = buf
; assay: state s4 = 1
; assay: state s5 = 0x21
; assay: state v1 = 0
; assay: expect v5[*] = 7
; assay: expect v6[*] = 9
; assay: expect v7[*] = 11
; assay: observe v5 v6 v7
global_load_b32 v2, v1, s[2:3]
global_load_b32 v3, v1, s[2:3] offset:4
global_load_b32 v4, v1, s[2:3] offset:8
.long 0xb0000000 | 25 << 23 | 4 << 16 | 1
v_mov_b32 v5, v2
.long 0xb0000000 | 25 << 23 | 5 << 16 | 31
v_mov_b32 v6, v3
v_mov_b32 v7, v4
