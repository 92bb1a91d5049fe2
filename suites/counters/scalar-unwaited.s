; A scalar load that is used before lgkmcnt(0) is an error.
; RDNA3 ISA, 5.6, 8.2; Vega ISA, 4.4, 7.
; kills: errors-unreported
; assay: arch gfx906 gfx1100
; assay: rules counter.lgkm.unwaited
; assay: memory buf u32=7
; assay: state s[2:3] = buf
; assay: expect s2 = 0 mask 0
; assay: observe s2
; assay: expect finding counter.lgkm.unwaited
s_load_dword s4, s[2:3], 0x0
s_mov_b32 s5, s4
