; VMcnt holds 63: of 80 loads the eighteenth may still be outstanding when the last is issued.
; RDNA3 ISA, 5.6; Vega ISA, 4.4: six bits; errata E-025.
; kills: counters-one-less
; assay: arch gfx906 gfx1100
; assay: rules counter.wait, counter.vm.unwaited
; assay: memory buf u32=7
; assay: state exec = 1
; assay: state s[2:3] = buf
; assay: state s0 = 3
; assay: state v1 = 0
; assay: expect s0 = 3
; assay: expect finding counter.vm.unwaited
; assay: observe s0
.set n, 10
.rept 80
global_load_dword v[n], v1, s[2:3]
.set n, n + 1
.endr
v_mov_b32 v5, v27
s_waitcnt vmcnt(0)
