; VMcnt proves that a load into LDS is done; another dword needs no wait.
; Vega ISA, 4.4, 8.1.7.  9 at 0; 2 at 4 as it was.
; kills: beside-dropped
; assay: arch gfx906
; assay: rules memory.own.unwaited, memory.lds
; assay: lds 16
; assay: lds_bytes 01000000020000000300000004000000
; assay: memory buf u32=9,9,9,9
; assay: state exec = 1
; assay: state s[4:5] = buf
; assay: state s6 = 16
; assay: state s7 = 0x27fac
; assay: state m0 = 0
; assay: state v0 = 0
; assay: state v1 = 7
; assay: state v2 = 7
; assay: expect v1[0] = 9
; assay: expect v2[0] = 2
buffer_load_dword off, s[4:7], 0 lds
ds_read_b32 v2, v0 offset:4
s_waitcnt vmcnt(0)
ds_read_b32 v1, v0
s_waitcnt lgkmcnt(0)
