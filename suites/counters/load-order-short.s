; vmcnt(1) does not prove the second of two loads.
; RDNA3 ISA, 5.6; Vega ISA, 4.4.
; kills: errors-unreported
; assay: arch gfx906 gfx1100
; assay: rules counter.vm.unwaited, counter.order
; assay: memory buf u32=7,9
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: expect v2[*] = 7
; assay: observe v2
; assay: expect finding counter.vm.unwaited
global_load_dword v0, v1, s[2:3]
global_load_dword v4, v1, s[2:3] offset:4
s_waitcnt vmcnt(1)
v_mov_b32 v2, v0
v_mov_b32 v3, v4
