; DS_BPERMUTE pulls from the lane its address divided by 4 names; DS_PERMUTE pushes to it.
; RDNA3 ISA, 12.5, 16.14 DS_BPERMUTE_B32; Vega ISA, 12.14.  Addresses 4 * (lane ^ 3): pull and push agree, for ^ 3 is its own inverse.
; kills: permute-unscaled
; assay: arch gfx906 gfx1100
; assay: rules lds.permute
; assay: state v1 = (lane ^ 3) * 4
; assay: state v2 = lane + 100
; assay: expect v3[0:4] = 103, 102, 101, 100, 107
; assay: expect v4[0:4] = 103, 102, 101, 100, 107
ds_bpermute_b32 v3, v1, v2
ds_permute_b32 v4, v1, v2
s_waitcnt lgkmcnt(0)
