; Two loads are outstanding, and what they return is read before the wait: 1 or 6, and 2 or 7.  Results of loads may be
; written out of order: the second may be there without the first.
; RDNA3 ISA, 5.6 ("it is possible for data to be written to VGPRs out-of-order", errata E-229).
; kills: order-returns-kept
; assay: arch gfx1100
; assay: rules order.return counter.vm.unwaited
; assay: memory buf u32=6,7
; assay: state exec = 1
; assay: state s[2:3] = buf
; assay: state v0 = 0
; assay: state v1 = 1
; assay: state v2 = 2
; assay: state v3 = 9
; assay: state v4 = 9
; assay: observe v3 v4
; assay: expect finding counter.vm.unwaited
; assay: expect finding counter.vm.unwaited
; assay: expect outcome v4[0] = 2 ; v3[0] = 1
; assay: expect outcome v4[0] = 7 ; v3[0] = 1
; assay: expect outcome v4[0] = 2 ; v3[0] = 6
; assay: expect outcome v4[0] = 7 ; v3[0] = 6
global_load_dword v1, v0, s[2:3]
global_load_dword v2, v0, s[2:3] offset:4
v_mov_b32 v4, v2
v_mov_b32 v3, v1
s_waitcnt vmcnt(0)
