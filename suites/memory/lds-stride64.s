; The ST64 forms count their offsets in 64 elements.
; RDNA3 ISA, 12.2, 16.14 DS_STORE_2ADDR_STRIDE64_B32; Vega ISA, 10.3.  Offset 1 is byte 256, offset 2 byte 512.
; kills: ds-second-unscaled
; assay: arch gfx906 gfx1100
; assay: rules lds.address
; assay: lds 1024
; assay: state exec = 1
; assay: state v1 = 0
; assay: state v2 = 21
; assay: state v3 = 43
; assay: state v4 = 0
; assay: state v5 = 0
; assay: expect v4[0] = 21
; assay: expect v5[0] = 43
; assay: observe v4 v5
ds_write2st64_b32 v1, v2, v3 offset0:1 offset1:2
ds_read_b32 v4, v1 offset:256
ds_read_b32 v5, v1 offset:512
s_waitcnt lgkmcnt(0)
