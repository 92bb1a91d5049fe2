; On RDNA3 an operation on the global data share has one lane, the first that is active; Vega's have all of them.
; RDNA3 ISA, 12.6, 13.4.2; Vega ISA, 10.  Lanes 1 and 2 add 1: RDNA3 makes 5 + 1, Vega 5 + 2.
; kills: gds-every-lane
; assay: arch gfx906 gfx1100
; assay: rules gds.lane
; assay: memory share space=gds u32=5
; assay: state exec = 6
; assay: state m0 = 4
; assay: state v1 = 0
; assay: state v2 = 1
; assay[gfx906]: expect memory share = u32:7
; assay[gfx1100]: expect memory share = u32:6
; assay: observe memory:share
ds_add_u32 v1, v2 gds
s_waitcnt lgkmcnt(0)
