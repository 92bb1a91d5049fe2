; A memory atomic that is not naturally aligned is a memory violation.
; RDNA3 ISA, 11.3 and errata E-024.  The address ends in 2.
; kills: errors-unreported
; assay: arch gfx1100
; assay: rules memory.align
; assay: memory buf u32=5,7
; assay: state exec = 1
; assay: state s[2:3] = buf
; assay: state v1 = 2
; assay: state v2 = 1
; assay: expect finding memory.align
; assay: observe memory:buf
global_atomic_add_u32 v1, v2, s[2:3]
