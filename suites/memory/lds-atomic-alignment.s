; An LDS atomic that is not naturally aligned is a memory violation.
; RDNA3 ISA, 12.7.  Address 2 of a 32-bit atomic.
; kills: errors-unreported
; assay: arch gfx1100
; assay: rules lds.align
; assay: lds 64
; assay: state exec = 1
; assay: state v1 = 2
; assay: state v2 = 10
; assay: observe s0
; assay: state s0 = 0
; assay: expect finding lds.align
ds_add_u32 v1, v2
