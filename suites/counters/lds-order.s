; LDS operations return in order: lgkmcnt(1) proves the first of two reads.
; RDNA3 ISA, 5.6; Vega ISA, 4.4.
; kills: waits-ignored
; assay: arch gfx906 gfx1100
; assay: rules counter.order
; assay: lds 64
; assay: state exec = 1
; assay: state v1 = 0
; assay: state v2 = 21
; assay: state v5 = 0
; assay: expect v5[0] = 21
; assay: observe v5
ds_write_b32 v1, v2
ds_read_b32 v3, v1
ds_read_b32 v4, v1 offset:4
s_waitcnt lgkmcnt(1)
v_mov_b32 v5, v3
s_waitcnt lgkmcnt(0)
