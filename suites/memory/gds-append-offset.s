; The offset of DS_APPEND is 0 in the global data share.
; RDNA3 ISA, 16.15; Vega ISA, 12.13.  One lane of an offset of 4.
; kills: gds-queue-offset-untold
; assay: arch gfx906 gfx1100
; assay: rules gds.queue
; assay: memory share space=gds u32=1,10
; assay: state exec = 1
; assay: state m0 = 0x00000008
; assay: state s1 = 3
; assay: expect s1 = 3
; assay: expect finding gds.queue
; assay: observe s1
ds_append v1 offset:4 gds
s_waitcnt lgkmcnt(0)
