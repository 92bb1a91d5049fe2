; The register counts too: 0 of the immediate and 1 of s4 leave the second of two loads outstanding.
; RDNA3 ISA, 5.6, 16.2 S_WAITCNT_VMCNT.  The word is S_WAITCNT_VMCNT s4, 0.  buf = {7, 9}; v6 has not come.
; kills: wait-register-unread
; assay: arch gfx1100
; assay: wave 32 64
; assay: rules counter.wait.single, counter.vm.unwaited
; assay: memory buf u32=7,9
; assay: state s[2:3] = buf
; assay: state s4 = 1
; assay: state v1 = 0
; assay: expect v5[*] = 7
; assay: expect finding counter.vm.unwaited
; assay: observe v5
global_load_b32 v2, v1, s[2:3]
global_load_b32 v3, v1, s[2:3] offset:4
.long 0xb0000000 | 25 << 23 | 4 << 16 | 0
v_mov_b32 v5, v2
v_mov_b32 v6, v3
