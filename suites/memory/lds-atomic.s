; An LDS atomic with RTN gives the old value; DS_CMPST takes compare and new value in the order of its family.
; RDNA3 ISA, 12.5, 16.14 DS_CMPSTORE_B32 (new value first); Vega ISA, 12.14 DS_CMPST_B32 (value to compare first).  10 + 5 = 15; 15 is compared with 15: 99.
; kills: atomic-returns-new
; assay: arch gfx906 gfx1100
; assay: rules lds.atomic, lds.align, lds.range
; assay: lds 64
; assay: state exec = 1
; assay: state v1 = 0
; assay: state v2 = 10
; assay: state v3 = 5
; assay: state v4 = 15
; assay: state v5 = 99
; assay: state v6 = 0
; assay: state v7 = 0
; assay: state v8 = 0
; assay: expect v6[0] = 10
; assay: expect v7[0] = 15
; assay: expect v8[0] = 99
; assay: observe v6 v7 v8
ds_write_b32 v1, v2
ds_add_rtn_u32 v6, v1, v3
.if gfx906
ds_cmpst_rtn_b32 v7, v1, v4, v5
.else
ds_cmpstore_rtn_b32 v7, v1, v5, v4
.endif
ds_read_b32 v8, v1
s_waitcnt lgkmcnt(0)
