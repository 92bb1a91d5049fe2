; A scalar buffer load gives 0 for the dwords beyond NUM_RECORDS.
; RDNA3 ISA, 8.4.1; Vega ISA, 7.3.  Stride 0, 8 bytes: words 0 and 1 are in, words 2 and 3 read 0.
; kills: waits-ignored
; assay: arch gfx906 gfx1100
; assay: rules smem.buffer.bounds
; assay: memory buf u32=11,12,13,14
; assay: state s[8:9] = buf
; assay: state s10 = 8
; assay: state s11 = 0
; assay: expect s4 = 11
; assay: expect s5 = 12
; assay: expect s6 = 0
; assay: expect s7 = 1
s_buffer_load_dwordx4 s[4:7], s[8:11], 0
s_waitcnt lgkmcnt(0)
s_or_b32 s7, s7, 1
