; Atomics of two waves on one dword of the global data share do not race.
; RDNA3 ISA, 12.6, 13.4.2; Vega ISA, 10.  Each adds 1 twice: 5 + 4 = 9 on RDNA3, where one lane does, 5 + 4 * 64 = 261 on Vega.
; kills: gds-every-lane
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules race.gds
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: memory share space=gds u32=5,0
; assay: state m0 = 8
; assay: state v0 = 0
; assay: state v3 = 1
; assay[gfx906]: expect memory share = u32:261
; assay[gfx1100]: expect memory share = u32:9
; assay: observe memory:share
ds_add_u32 v0, v3 gds
ds_add_u32 v0, v3 gds
s_waitcnt lgkmcnt(0)
