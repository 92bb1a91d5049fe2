; DS_SWIZZLE in bit mode reads lane ((n & and) | or) ^ xor of 32; in quad mode the lane of four its selects name.
; RDNA3 ISA, 12.5, 16.14 DS_SWIZZLE_B32; Vega ISA, 12.14.  and 0x1f, or 0, xor 5: offset 0x141f; quad [3,2,1,0]: 0x801b.
; kills: waits-ignored
; assay: arch gfx906 gfx1100
; assay: rules lds.swizzle
; assay: state v1 = lane + 100
; assay: expect v0[0:3] = 105, 104, 107, 106
; assay: expect v2[0:4] = 103, 102, 101, 100, 107
; assay: expect v3[0] = 105
ds_swizzle_b32 v0, v1 offset:0x141f
ds_swizzle_b32 v2, v1 offset:0x801b
s_waitcnt lgkmcnt(0)
v_mov_b32 v3, v0
