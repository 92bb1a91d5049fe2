; Without the wait the scalar load may see the old bytes.
; RDNA3 ISA, 5.6, 8.2; Vega ISA, 4.4 and errata E-021.
; kills: errors-unreported
; assay: arch gfx906 gfx1100
; assay: rules memory.own.unwaited
; assay: memory out size=16
; assay: state exec = 1
; assay: state s[4:5] = out
; assay: state v1 = 0
; assay: state v2 = 5
; assay: expect finding memory.own.unwaited
; assay: expect s0 = 1
; assay: observe s0
s_mov_b32 s0, 1
global_store_dword v1, v2, s[4:5]
s_load_dword s6, s[4:5], 0x0
s_waitcnt lgkmcnt(0)
