; Beyond the allocation LDS reads give 0 and writes are dropped.
; RDNA3 ISA, 12.7; Vega ISA, 3.6.  64 bytes are allocated: 64 is outside, 60 is the last dword.
; kills: lds-unchecked
; assay: arch gfx906 gfx1100
; assay: rules lds.range
; assay: lds 64
; assay: state exec = 1
; assay: state v1 = 64
; assay: state v2 = 77
; assay: state v3 = 60
; assay: state v0 = 0
; assay: state v4 = 0
; assay: expect v0[0] = 0
; assay: expect v4[0] = 77
; assay: expect note lds.range
; assay: observe v0 v4
ds_write_b32 v1, v2
ds_write_b32 v3, v2
ds_read_b32 v0, v1
ds_read_b32 v4, v3
s_waitcnt lgkmcnt(0)
