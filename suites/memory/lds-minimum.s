; A minimum of floats in LDS compares what it stores, its one datum; the field of a second is not looked at.
; RDNA3 ISA, 16.15; Vega ISA, 12.13 and errata E-056.  1.0 < 2.0 is stored; DATA1 is v0 in the word, 5.0, which is no less.
; kills: ds-minimum-second
; assay: arch gfx906 gfx1100
; assay: rules lds.atomic
; assay: lds 64
; assay: state exec = 1
; assay: state v0 = 5.0
; assay: state v1 = 0
; assay: state v2 = 2.0
; assay: state v3 = 1.0
; assay: state v4 = 0
; assay: state v5 = 0
; assay: expect v4[0] = 2.0
; assay: expect v5[0] = 1.0
; assay: observe v4 v5
ds_write_b32 v1, v2
ds_min_rtn_f32 v4, v1, v3
ds_read_b32 v5, v1
s_waitcnt lgkmcnt(0)
