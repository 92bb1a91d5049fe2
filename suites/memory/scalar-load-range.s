; A scalar load whose destination lies partly beyond the allocation writes nothing.
; RDNA3 ISA, 8.4.1, and errata E-034; Vega ISA, 7.4.  Seven SGPRs: s6 is there, s7 is not.
; kills: smem-offset-ignored
; assay: arch gfx906 gfx1100
; assay: rules smem.load, register.sgpr.range
; assay: sgprs 7
; assay: memory buf u32=1,2,3,4
; assay: state s[2:3] = buf
; assay: state s6 = 50
; assay: expect s6 = 50
; assay: expect s4 = 4
; assay: expect note register.sgpr.range
; assay: observe s4 s6
s_load_dwordx2 s[6:7], s[2:3], 0x0
s_load_dword s4, s[2:3], 0xc
s_waitcnt lgkmcnt(0)
