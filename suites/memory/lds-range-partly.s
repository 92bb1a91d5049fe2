; Of the two addresses of one DS_READ2 each is held against the bounds by itself.
; RDNA3 ISA, 12.7, and errata E-028; Vega ISA, 3.6.  64 bytes: dword 15 is inside, dword 16 is not.
; kills: lds-range-faults
; assay: arch gfx906 gfx1100
; assay: rules lds.range, lds.address
; assay: lds 64
; assay: state exec = 1
; assay: state v1 = 0
; assay: state v2 = 21
; assay: state v3 = 43
; assay: state v4 = 0
; assay: state v5 = 0
; assay: expect v4[0] = 21
; assay: expect v5[0] = 0
; assay: expect note lds.range
; assay: observe v4 v5
ds_write2_b32 v1, v2, v3 offset0:15 offset1:16
ds_read2_b32 v[4:5], v1 offset0:15 offset1:16
s_waitcnt lgkmcnt(0)
