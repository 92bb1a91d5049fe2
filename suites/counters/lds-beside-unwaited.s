; A read of LDS may come before a load that writes there from memory: they count apart, and no wait stands between.
; Vega ISA, 4.4, 8.1.7.
; kills: errors-unreported
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
; assay: expect finding memory.own.unwaited
; assay: expect s0 = 1
; assay: observe s0
s_mov_b32 s0, 1
buffer_load_dword off, s[4:7], 0 lds
ds_read_b32 v1, v0
s_waitcnt vmcnt(0) lgkmcnt(0)
