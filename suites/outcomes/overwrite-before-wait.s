; A register is overwritten while a load to it is outstanding: what is loaded, 7, comes behind the 9 or was there before it.
; RDNA3 ISA, 5.6; Vega ISA, 4.4.
; kills: order-never-lands
; assay: arch gfx906 gfx1100
; assay: rules order.return counter.vm.unwaited
; assay: memory buf u32=7
; assay: state exec = 1
; assay: state s[2:3] = buf
; assay: state v0 = 0
; assay: state v1 = 5
; assay: observe v1
; assay: expect finding counter.vm.unwaited
; assay: expect outcome v1[0] = 7
; assay: expect outcome v1[0] = 9
; assay: expect never v1[0] = 5
global_load_dword v1, v0, s[2:3]
v_mov_b32 v1, 9
s_waitcnt vmcnt(0)
