; A scalar register that is overwritten before its load has come is undefined: the load may still arrive, behind a wait as before it.
; RDNA3 ISA, 5.6; Vega ISA, 4.4.
; kills: errors-unreported
; assay: arch gfx906 gfx1100
; assay: rules counter.lgkm.unwaited
; assay: memory buf u32=7,9
; assay: state s[2:3] = buf
; assay: state s0 = 3
; assay: expect s0 = 3
; assay: expect finding counter.lgkm.unwaited
; assay: observe s0
s_load_dword s4, s[2:3], 0x0
s_mov_b32 s4, 1
s_waitcnt lgkmcnt(0)
