; Dwords of a scalar store beyond NUM_RECORDS are not written, the others are.
; Vega ISA, 7.2, 7.4.  Stride 0, 8 bytes: words 0 and 1 are in.
; kills: smem-bounds-ignored
; assay: arch gfx906
; assay: rules smem.store, smem.buffer.bounds
; assay: memory buf u32=11,12,13,14
; assay: state s[8:9] = buf
; assay: state s10 = 8
; assay: state s11 = 0
; assay: state s[4:5] = 0x200000001
; assay: state s[6:7] = 0x400000003
; assay: expect memory buf = u32:1,2,13,14
; assay: observe memory:buf
s_buffer_store_dwordx4 s[4:7], s[8:11], 0
s_waitcnt lgkmcnt(0)
