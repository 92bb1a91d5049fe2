; A scalar atomic beyond the buffer is not made, and returns 0.
; Vega ISA, 7.4.  Eight bytes: the dword at 4 is in, that at 8 is not.
; kills: smem-bounds-ignored
; assay: arch gfx906
; assay: rules smem.atomic, smem.buffer.bounds
; assay: memory buf u32=1,2,3,4
; assay: state s[8:9] = buf
; assay: state s10 = 8
; assay: state s11 = 0
; assay: state s4 = 10
; assay: state s5 = 10
; assay: expect s4 = 2
; assay: expect s5 = 0
; assay: expect memory buf = u32:1,12,3,4
; assay: observe s4 s5 memory:buf
s_buffer_atomic_add s4, s[8:11], 4 glc
s_buffer_atomic_add s5, s[8:11], 8 glc
s_waitcnt lgkmcnt(0)
