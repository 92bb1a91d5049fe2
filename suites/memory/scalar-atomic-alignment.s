; A scalar atomic of 64 bits that is not aligned to 8 bytes is a memory violation.
; Vega ISA, 7.2 ("atomics are naturally aligned") and errata E-024.  The address is buf + 4.
; kills: errors-unreported
; assay: arch gfx906
; assay: rules memory.align
; assay: memory buf u32=1,2,3,4
; assay: state s[2:3] = buf
; assay: state s[4:5] = 1
; assay: expect finding memory.align
; assay: observe memory:buf
s_atomic_add_x2 s[4:5], s[2:3], 4
s_waitcnt lgkmcnt(0)
