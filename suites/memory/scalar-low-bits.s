; A scalar address leaves out the two low bits of each component; of a buffer those of the base and of the offsets' sum.
; RDNA3 ISA, 8.1.1, 8.1.2; Vega ISA, 7.2.1; errata E-054.  buf + 1, 7 and 6 are buf + 0 + 4 + 4; of the buffer 7 + 6 = 13 is 12.
; kills: smem-sum-aligned
; assay: arch gfx906 gfx1100
; assay: rules smem.load, smem.offset
; assay: memory buf u32=1,2,3,4
; assay: state s[2:3] = buf+1
; assay: state s4 = 7
; assay: state s[8:9] = buf+1
; assay: state s10 = 16
; assay: state s11 = 0
; assay: expect s5 = 3
; assay: expect s6 = 4
s_load_dword s5, s[2:3], s4 offset:6
s_buffer_load_dword s6, s[8:11], s4 offset:6
s_waitcnt lgkmcnt(0)
