; A compare-and-swap in memory takes the new value first and the value to compare after it.
; RDNA3 ISA, 16.15 GLOBAL_ATOMIC_CMPSWAP_B32; Vega ISA, 12.18.  Lane 0 compares with 5 (equal: 9 is stored), lane 1 with 6 (memory holds 7: kept).
; kills: atomic-returns-new
; assay: arch gfx906 gfx1100
; assay: rules memory.atomic.cmpswap
; assay: memory buf u32=5,7
; assay: state exec = 3
; assay: state s[2:3] = buf
; assay: state v1 = lane * 4
; assay: state v2 = 9, 8
; assay: state v3 = 5, 6
; assay: state v0 = 0
; assay: expect v0[0:1] = 5, 7
; assay: expect memory buf = u32:9,7
; assay: observe v0 memory:buf
.if gfx906
global_atomic_cmpswap v0, v1, v[2:3], s[2:3] glc
.else
global_atomic_cmpswap_b32 v0, v1, v[2:3], s[2:3] glc
.endif
s_waitcnt vmcnt(0)
