; DS_SWIZZLE in rotate mode reads the lane a fixed number further on, within 32 lanes.
; RDNA3 ISA, 16.14 DS_SWIZZLE_B32, and errata E-042; Vega ISA, 12.14.  0xc020: rotate by 1, mask 0: lane 31 reads lane 0.
; kills: waits-ignored
; assay: arch gfx906 gfx1100
; assay: rules lds.swizzle
; assay: state v1 = lane + 100
; assay: expect v2[0:1] = 101, 102
; assay: expect v2[31] = 100
ds_swizzle_b32 v0, v1 offset:0xc020
s_waitcnt lgkmcnt(0)
v_mov_b32 v2, v0
