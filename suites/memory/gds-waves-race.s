; Two waves that write the same bytes of the global data share race; their atomics do not.
; RDNA3 ISA, 12.6; Vega ISA, 10.  Both add 1 to dword 0: 5 + 2 = 7; both store to dword 1.
; kills: races-unreported
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules race.gds
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: memory share space=gds u32=5,0
; assay: state m0 = 8
; assay: state v0 = 0
; assay: state v1 = 4
; assay: state v3 = 1
; assay: waves[0] v2 = 5
; assay: waves[1] v2 = 6
; assay: expect memory share = u32:7
; assay: expect finding race.gds
; assay: observe memory:share
s_mov_b64 exec, 1
ds_add_u32 v0, v3 gds
ds_write_b32 v1, v2 gds
s_waitcnt lgkmcnt(0)
