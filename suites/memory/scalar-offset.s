; A scalar load adds its immediate to the base; the two low bits of the address do not count.
; RDNA3 ISA, 8.1; Vega ISA, 7.2.  buf + 8 holds 3; buf + 7 counts as buf + 4.
; kills: smem-offset-ignored
; assay: arch gfx906 gfx1100
; assay: rules smem.offset, smem.load, smem.offset.negative
; assay: memory buf u32=1,2,3,4,5,6
; assay: state s[2:3] = buf
; assay: expect s4 = 3
; assay: expect s5 = 2
; assay: expect s[6:7] = 0x600000005
s_load_dword s4, s[2:3], 0x8
s_load_dword s5, s[2:3], 0x7
s_load_dwordx2 s[6:7], s[2:3], 0x10
s_waitcnt lgkmcnt(0)
