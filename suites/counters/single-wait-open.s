; A sum with a register that is undefined proves nothing, whatever it happens to be.
; RDNA3 ISA, 5.6, 16.2; 5.3: what S_SENDMSG_RTN gives is the machine's.  The word is S_WAITCNT_VMCNT s4, 0.
; kills: wait-open-trusted
; assay: arch gfx1100
; assay: rules counter.wait.single, counter.vm.unwaited
; assay: memory buf u32=7
; assay: state s[2:3] = buf
; assay: state s0 = 3
; assay: state v1 = 0
; assay: expect s0 = 3
; assay: expect finding counter.vm.unwaited
; assay: observe s0
s_sendmsg_rtn_b32 s4, sendmsg(MSG_RTN_GET_REALTIME)
s_waitcnt lgkmcnt(0)
global_load_b32 v2, v1, s[2:3]
.long 0xb0000000 | 25 << 23 | 4 << 16 | 0
v_mov_b32 v5, v2
