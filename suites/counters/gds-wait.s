; What the global data share returns is counted by LGKMcnt, and in order among its own.
; RDNA3 ISA, 5.6, 12.6; Vega ISA, 4.4.  lgkmcnt(1) proves the first of two reads.
; kills: gds-order-none
; assay: arch gfx906 gfx1100
; assay: rules counter.order gds.address
; assay: memory share space=gds u32=4,5
; assay: state m0 = 8
; assay: state v1 = 0
; assay: state v2 = 0
; assay: state v3 = 0
; assay: state v4 = 0
; assay: expect v2[0] = 4
; assay: expect v4[0] = 4
; assay: expect v3[0] = 5
; assay: observe v2 v3 v4
s_mov_b64 exec, 1
ds_read_b32 v2, v1 gds
ds_read_b32 v3, v1 offset:4 gds
s_waitcnt lgkmcnt(1)
v_mov_b32 v4, v2
s_waitcnt lgkmcnt(0)
