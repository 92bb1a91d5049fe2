; The two offsets of a DS_READ2 or DS_WRITE2 count elements.
; RDNA3 ISA, 12.2, 16.14 DS_LOAD_2ADDR_B32; Vega ISA, 10.3.  Stored at 4 * 1 and 4 * 3, read back each by itself.
; kills: ds-second-unscaled
; assay: arch gfx906 gfx1100
; assay: rules lds.address
; assay: lds 64
; assay: state exec = 1
; assay: state v1 = 0
; assay: state v2 = 21
; assay: state v3 = 43
; assay: state v4 = 0
; assay: state v5 = 0
; assay: state v6 = 0
; assay: state v7 = 0
; assay: expect v4[0] = 21
; assay: expect v5[0] = 43
; assay: expect v6[0] = 43
; assay: expect v7[0] = 21
; assay: observe v4 v5 v6 v7
ds_write2_b32 v1, v2, v3 offset0:1 offset1:3
ds_read_b32 v4, v1 offset:4
ds_read_b32 v5, v1 offset:12
ds_read2_b32 v[6:7], v1 offset0:3 offset1:1
s_waitcnt lgkmcnt(0)
