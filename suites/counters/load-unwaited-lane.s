; V_READLANE of a loaded register before its wait is an error too, whichever lane it reads; the lane's value is undefined.
; RDNA3 ISA, 5.6; Vega ISA, 4.4.
; kills: errors-unreported
; assay: arch gfx906 gfx1100
; assay: rules counter.vm.unwaited
; assay: memory buf u32=7
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: state s0 = 3
; assay: observe s0
; assay: expect s0 = 3
; assay: expect finding counter.vm.unwaited
global_load_dword v0, v1, s[2:3]
v_readlane_b32 s5, v0, 9
