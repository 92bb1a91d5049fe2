; Two offsets that are equal are one address of GFX9: one access is made, with the first data, and both results of a read are its value.
; Vega ISA, 10.3 "only one read or write ... uses only the first DATA0".  21 is stored and stays; the exchange gives 21 and leaves 7.
; kills: ds-equal-offsets
; assay: arch gfx906
; assay: rules lds.address
; assay: lds 1024
; assay: state exec = 1
; assay: state v1 = 0
; assay: state v2 = 21
; assay: state v3 = 43
; assay: state v4 = 7
; assay: state v5 = 0
; assay: state v6 = 0
; assay: state v7 = 0
; assay: state v9 = 0
; assay: expect v5[0] = 21
; assay: expect v6[0] = 21
; assay: expect v7[0] = 21
; assay: expect v9[0] = 7
; assay: observe v5 v6 v7 v9
ds_write2st64_b32 v1, v2, v3 offset0:1 offset1:1
ds_read2_b32 v[5:6], v1 offset0:64 offset1:64
ds_wrxchg2_rtn_b32 v[7:8], v1, v4, v3 offset0:64 offset1:64
ds_read_b32 v9, v1 offset:256
s_waitcnt lgkmcnt(0)
