; VMcnt holds 63: of 64 loads the first is done once the last is issued, and of 80 the first seventeen are.
; RDNA3 ISA, 5.6; Vega ISA, 4.4: six bits; what comes when they are full is errata E-025.  buf[0] = 7.
; kills: counters-endless
; assay: arch gfx906 gfx1100
; assay: rules counter.wait, counter.vm.unwaited, counter.full
; assay: memory buf u32=7
; assay: state exec = 1
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: state v4 = 0
; assay: state v5 = 0
; assay: expect v4[0] = 7
; assay: expect v5[0] = 7
; assay: observe v4 v5
.set n, 10
.rept 80
global_load_dword v[n], v1, s[2:3]
.set n, n + 1
.endr
v_mov_b32 v4, v10
v_mov_b32 v5, v26
