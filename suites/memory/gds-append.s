; DS_APPEND counts all live lanes in the global data share too, at the base in M0; every live lane gets the old value.
; RDNA3 ISA, 13.4.3, 16.15; Vega ISA, 12.13.  10 + 3 = 13, then 13 - 3 = 10.
; kills: queue-counts-one
; assay: arch gfx906 gfx1100
; assay: rules gds.queue lds.queue
; assay: memory share space=gds u32=1,10
; assay: state exec = 0xb
; assay: state m0 = 0x00040004
; assay: state v1 = 7
; assay: state v2 = 7
; assay: expect v1[0:3] = 10, 10, 7, 10
; assay: expect v2[0:3] = 13, 13, 7, 13
; assay: expect memory share = u32:1,10
; assay: observe v1 v2 memory:share
ds_append v1 gds
ds_consume v2 gds
s_waitcnt lgkmcnt(0)
