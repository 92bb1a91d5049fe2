; Offsets of a scalar load that sum to less than 0 are an error; the result is undefined.
; RDNA3 ISA, 8.1.1, and errata E-033; Vega ISA, 7.2.
; kills: smem-offset-unsigned
; assay: arch gfx906 gfx1100
; assay: rules smem.offset.negative
; assay: memory buf u32=1,2,3,4
; assay: state s[2:3] = buf+8
; assay: state s0 = 1
; assay: expect s0 = 1
; assay: observe s0
; assay: expect finding smem.offset.negative
s_load_dword s4, s[2:3], -4
s_waitcnt lgkmcnt(0)
