; LDS and the global data share return out of order with each other: lgkmcnt(1) proves neither.
; RDNA3 ISA, 5.6; Vega ISA, 4.4.
; kills: gds-ordered-with-lds
; assay: arch gfx906 gfx1100
; assay: rules counter.lgkm.unwaited
; assay: lds 16
; assay: lds_bytes 01000000
; assay: memory share space=gds u32=4,5
; assay: state m0 = 0x8
; assay: state v1 = 0
; assay: state s1 = 3
; assay: expect s1 = 3
; assay: expect finding counter.lgkm.unwaited
; assay: observe s1
s_mov_b64 exec, 1
ds_read_b32 v2, v1
ds_read_b32 v3, v1 offset:4 gds
s_waitcnt lgkmcnt(1)
v_mov_b32 v4, v2
s_waitcnt lgkmcnt(0)
