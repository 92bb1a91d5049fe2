; A FLAT load counts on VMcnt and LGKMcnt: vmcnt(0) alone does not prove it.
; RDNA3 ISA, 11.1.1; Vega ISA, 4.4.
; kills: errors-unreported
; assay: arch gfx906 gfx1100
; assay: rules counter.flat
; assay: memory buf u32=7
; assay: state v[4:5] = buf
; assay: state s0 = 1
; assay: expect s0 = 1
; assay: observe s0
; assay: expect finding counter.lgkm.unwaited
flat_load_dword v0, v[4:5]
s_waitcnt vmcnt(0)
v_mov_b32 v2, v0
