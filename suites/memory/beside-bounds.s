; A load into LDS that lies out of the buffer's bounds stores the 0 that it returns.
; Vega ISA, 8.1.5, 8.1.7; errata E-255.  Lane 0 lies inside: 9 at 0; lane 1 outside: 0 at 4; 3 at 8 as it was.
; kills: beside-bounded
; assay: arch gfx906
; assay: rules memory.buffer.bounds, memory.lds
; assay: lds 16
; assay: lds_bytes 01000000020000000300000004000000
; assay: memory buf u32=9,9,9,9
; assay: state exec = 3
; assay: state s[4:5] = buf
; assay: state s6 = 4
; assay: state s7 = 0x27fac
; assay: state m0 = 0
; assay: state v0 = lane * 4
; assay: state v1 = 7
; assay: state v2 = 0
; assay: expect v1[0] = 9
; assay: expect v2[0] = 0
; assay: expect v3[0] = 3
buffer_load_dword v0, s[4:7], 0 offen lds
s_waitcnt vmcnt(0)
v_mov_b32 v0, 0
ds_read_b32 v1, v0
ds_read_b32 v2, v0 offset:4
ds_read_b32 v3, v0 offset:8
s_waitcnt lgkmcnt(0)
