; A raw buffer of Vega ends where an access begins: of six bytes the dword at 4 is in range, that at 8 is not.
; Vega ISA, 8.1.5 (raw buffer: out of range if the offset is at or beyond NUM_RECORDS), and errata E-253.  Typed alike: eight bytes at 0.
; kills: range-by-end
; assay: arch gfx906
; assay: rules memory.buffer.bounds
; assay: memory buf u32=1,2,3,4
; assay: state exec = 1
; assay: state s[4:5] = buf
; assay: state s6 = 6
; assay: state s7 = 0x27fac
; assay: state v[0:1] = 0
; assay: state v2 = 9
; assay: state v[4:5] = 0
; assay: expect v0[0] = 1
; assay: expect v1[0] = 2
; assay: expect v2[0] = 0
; assay: expect v4[0] = 1
; assay: expect v5[0] = 2
buffer_load_dwordx3 v[0:2], off, s[4:7], 0
tbuffer_load_format_xy v[4:5], off, s[4:7], 0 format:[BUF_DATA_FORMAT_32_32,BUF_NUM_FORMAT_UINT]
s_waitcnt vmcnt(0)
