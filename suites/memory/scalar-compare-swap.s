; A scalar compare-and-swap takes the new value first and the value to compare after it.
; Vega ISA, 7.2.  5 is 5: 9 is stored; 7 is not 6: kept.
; kills: atomic-returns-new
; assay: arch gfx906
; assay: rules smem.atomic, memory.atomic.cmpswap
; assay: memory buf u32=5,0,7,0
; assay: state s[2:3] = buf
; assay: state s[4:5] = 0x500000009
; assay: state s[8:9] = 8
; assay: state s[10:11] = 6
; assay: expect s4 = 5
; assay: expect s[8:9] = 7
; assay: expect memory buf = u32:9,0,7,0
; assay: observe s4 s8 s9 memory:buf
s_atomic_cmpswap s[4:5], s[2:3], 0 glc
s_atomic_cmpswap_x2 s[8:11], s[2:3], 8 glc
s_waitcnt lgkmcnt(0)
