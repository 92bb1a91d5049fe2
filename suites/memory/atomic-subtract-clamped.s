; CSUB takes the data off, at most down to 0, and returns what was there: GLC is set.
; RDNA3 ISA, 9.1, 11.  9 - 4 = 5; 3 - 4 is 0.
; kills: csub-wraps
; assay: arch gfx1100
; assay: rules memory.atomic.csub
; assay: memory buf u32=9,3
; assay: state s[2:3] = buf
; assay: state exec = 3
; assay: state v0 = 4 * lane
; assay: state v1 = 4
; assay: state v2 = 0
; assay: expect v2[0:1] = 9, 3
; assay: expect memory buf = u32:5,0
; assay: observe v2 memory:buf
global_atomic_csub_u32 v2, v0, v1, s[2:3] glc
s_waitcnt vmcnt(0)
