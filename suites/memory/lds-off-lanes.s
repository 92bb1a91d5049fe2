; Inactive lanes go to no address of LDS, whatever theirs is: those of all lanes but the first lie far beyond.
; RDNA3 ISA, 3.2.2; Vega ISA, 3.3.
; kills: lds-off-lanes
; assay: arch gfx906 gfx1100
; assay: rules lds.range, lds.atomic
; assay: lds 64
; assay: state exec = 1
; assay: state v1 = 4, 0x7ff00000, 0x10000, 0x7ff00000
; assay: state v2 = 3
; assay: state m0 = 0x10000
; assay: state v0 = 0
; assay: state v4 = 0
; assay: expect v0[0] = 3
; assay: expect v4[0] = 9
; assay: observe v0 v4
ds_write_b32 v1, v2
ds_add_rtn_u32 v0, v1, v2
ds_add_u32 v1, v2
ds_read_b32 v4, v1
s_waitcnt lgkmcnt(0)
