; CSUB without GLC is none.
; RDNA3 ISA, 9.1, 11 ("GLC must be set to 1"); errata E-284.
; kills: csub-quiet
; assay: arch gfx1100
; assay: rules memory.atomic.csub
; assay: memory buf u32=9,3
; assay: state s[2:3] = buf
; assay: state exec = 3
; assay: state v0 = 4 * lane
; assay: state v1 = 4
; assay: state s0 = 1
; assay: expect finding memory.atomic.csub
; assay: expect s0 = 1
; assay: observe s0
global_atomic_csub_u32 v0, v1, s[2:3]
