; Of several lanes that push to one the highest wins; a lane without a push gets 0; a pull from an inactive lane gives 0.
; RDNA3 ISA, 16.14 DS_PERMUTE_B32; Vega ISA, 12.14.  Lanes 0 to 3 are on and push to lane 1; all pull from lane 5, which is off.
; kills: permute-unscaled
; assay: arch gfx906 gfx1100
; assay: rules lds.permute
; assay: state exec = 0xf
; assay: state v1 = 4
; assay: state v2 = lane + 100
; assay: state v4 = 20
; assay: state v3 = 0
; assay: state v5 = 0
; assay: expect v3[0:3] = 0, 103, 0, 0
; assay: expect v5[0:3] = 0, 0, 0, 0
; assay: observe v3 v5
ds_permute_b32 v3, v1, v2
ds_bpermute_b32 v5, v4, v2
s_waitcnt lgkmcnt(0)
