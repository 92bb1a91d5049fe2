; What DS_PERMUTE sends to an inactive lane does not arrive: only active lanes are written.
; RDNA3 ISA, 12.5, 16.14 DS_PERMUTE_B32; Vega ISA, 12.14.  Lane 0 sends to lane 5, which is off, lane 1 to lane 0.
; kills: permute-wakes
; assay: arch gfx906 gfx1100
; assay: rules lds.permute
; assay: state exec = 3
; assay: state v1 = 20, 0
; assay: state v2 = lane + 100
; assay: state v3 = 7
; assay: expect v3[0:5] = 101, 0, 7, 7, 7, 7
ds_permute_b32 v3, v1, v2
s_waitcnt lgkmcnt(0)
