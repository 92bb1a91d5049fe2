; A register that is read before the wait holds what it held, 5, or what is loaded, 7: twice read, it does not go back.
; RDNA3 ISA, 5.6; Vega ISA, 4.4.
; kills: order-never-lands
; assay: arch gfx906 gfx1100
; assay: rules order.return counter.vm.unwaited
; assay: memory buf u32=7
; assay: state exec = 1
; assay: state s[2:3] = buf
; assay: state v0 = 0
; assay: state v1 = 5
; assay: state v2 = 9
; assay: state v3 = 9
; assay: observe v1 v2 v3
; assay: expect finding counter.vm.unwaited
; assay: expect finding counter.vm.unwaited
; assay: expect outcome v1[0] = 7 ; v2[0] = 5 ; v3[0] = 5
; assay: expect outcome v1[0] = 7 ; v2[0] = 5 ; v3[0] = 7
; assay: expect outcome v1[0] = 7 ; v2[0] = 7 ; v3[0] = 7
; assay: expect never v2[0] = 7 ; v3[0] = 5
global_load_dword v1, v0, s[2:3]
v_mov_b32 v2, v1
v_mov_b32 v3, v1
s_waitcnt vmcnt(0)
