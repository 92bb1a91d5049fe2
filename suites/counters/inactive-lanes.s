; A load leaves inactive lanes alone, so their values may be used before it arrives.
; RDNA3 ISA, 5.6, 3.2.2; Vega ISA, 4.4, 3.3.  Lane 1 is off during the load and copied before the wait.
; kills: errors-unreported
; assay: arch gfx906 gfx1100
; assay: rules counter.vm.unwaited, exec.inactive.keep
; assay: memory buf u32=7
; assay: state exec = 1
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: state v0 = 60
; assay: expect v3[1] = 60
; assay: observe v3
; assay: expect finding counter.vm.unwaited
global_load_dword v0, v1, s[2:3]
s_mov_b32 s7, exec_lo
s_mov_b32 exec_lo, 2
v_mov_b32 v3, v0
s_mov_b32 exec_lo, s7
v_mov_b32 v2, v0
