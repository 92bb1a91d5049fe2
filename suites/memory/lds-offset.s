; The offset of a one-address LDS operation has 16 bits and is unsigned.
; RDNA3 ISA, 12.2; Vega ISA, 10.3.  0x104 + 0 and 4 + 0x100 are the same place.
; kills: ds-offset-ignored
; assay: arch gfx906 gfx1100
; assay: rules lds.address
; assay: lds 512
; assay: state exec = 1
; assay: state v1 = 4
; assay: state v2 = 77
; assay: state v3 = 0x104
; assay: state v0 = 0
; assay: expect v0[0] = 77
; assay: observe v0
ds_write_b32 v1, v2 offset:0x100
ds_read_b32 v0, v3
s_waitcnt lgkmcnt(0)
