; DS_SWIZZLE in FFT mode reads the lane whose number has the bits of this one's in reverse, shifted right by the bits
; of the mask, with the masked bits of this lane's number kept.
; RDNA3 ISA, 16.14 DS_SWIZZLE_B32; Vega ISA, 12.14.  0xe000: lane 1 (00001) reads lane 16 (10000); 0xe001: lane 3 reads
; 24 / 2 | 1 = 13.
; kills: fft-third-bit-lost
; assay: arch gfx906 gfx1100
; assay: rules lds.swizzle
; assay: state v1 = lane + 100
; assay: expect v2[0:31] = 100, 116, 108, 124, 104, 120, 112, 128, 102, 118, 110, 126, 106, 122, 114, 130, 101, 117, 109, 125, 105, 121, 113, 129, 103, 119, 111, 127, 107, 123, 115, 131
; assay: expect v3[0:31] = 100, 109, 104, 113, 102, 111, 106, 115, 101, 109, 105, 113, 103, 111, 107, 115, 100, 109, 104, 113, 102, 111, 106, 115, 101, 109, 105, 113, 103, 111, 107, 115
ds_swizzle_b32 v2, v1 offset:0xe000
ds_swizzle_b32 v3, v1 offset:0xe001
s_waitcnt lgkmcnt(0)
