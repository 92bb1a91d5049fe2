; DS_APPEND and DS_CONSUME add and subtract the number of live lanes once; every live lane gets the old value, others none.
; RDNA3 ISA, 12.5, 13.4.3, and errata E-031; Vega ISA, 12.13.  Three lanes: 10 + 3 = 13; 13 - 3 = 10, then 10 - 1 = 9.
; kills: queue-counts-one
; assay: arch gfx906 gfx1100
; assay: rules lds.queue
; assay: lds 16
; assay: lds_bytes 01000000020000000a00000004000000
; assay: state exec = 0xb
; assay: state v1 = 7
; assay: state v2 = 7
; assay: state v3 = 7
; assay: expect v1[0:3] = 10, 10, 7, 10
; assay: expect v2[0:3] = 13, 13, 7, 13
; assay: expect v3[0:3] = 7, 10, 7, 7
; assay: expect lds = u32:1,2,9,4
; assay: observe v1 v2 v3 lds
s_mov_b32 m0, 4
s_nop 0
ds_append v1 offset:4
ds_consume v2 offset:4
s_waitcnt lgkmcnt(0)
s_mov_b64 exec, 2
ds_consume v3 offset:4
s_waitcnt lgkmcnt(0)
