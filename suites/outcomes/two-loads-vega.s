; Two loads are outstanding, and what they return is read before the wait: 1 or 6, and 2 or 7.  Results of loads return
; in the order of issue: the second is not there without the first.
; Vega ISA, 4.4 (memory reads return in the order they were issued).
; kills: order-returns-free
; assay: arch gfx906
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
; assay: expect outcome v4[0] = 2 ; v3[0] = 6
; assay: expect outcome v4[0] = 7 ; v3[0] = 6
; assay: expect never v4[0] = 7 ; v3[0] = 1
global_load_dword v1, v0, s[2:3]
global_load_dword v2, v0, s[2:3] offset:4
v_mov_b32 v4, v2
v_mov_b32 v3, v1
s_waitcnt vmcnt(0)
