; What a scalar atomic returns is there after a wait for 0 only.
; Vega ISA, 4.4, 7.3.
; kills: errors-unreported
; assay: arch gfx906
; assay: rules counter.lgkm.unwaited, smem.atomic
; assay: memory out u32=0,0,0,0
; assay: state s[4:5] = out
; assay: state s6 = 5
; assay: expect finding counter.lgkm.unwaited
; assay: expect s8 = 3
; assay: observe s8
s_mov_b32 s8, 3
s_atomic_add s6, s[4:5], 0x0 glc
s_mov_b32 s7, s6
s_waitcnt lgkmcnt(0)
