; The last group of an axis has what is left of the grid.
; RDNA3 ISA, 3.5; Vega ISA, 3.6.  100 items in groups of 64: the second has 36 = 2^36 - 1.
; kills: partial-full-exec
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules dispatch.partial, dispatch.exec
; assay: group 64 1 1
; assay: grid 100 1 1
; assay: registers {"COMPUTE_PGM_RSRC1": "0xf0000", "COMPUTE_PGM_RSRC2": "0x80"}
; assay: expect waves[0] exec = 0xffffffffffffffff
; assay: expect waves[1] exec = 0xfffffffff
; assay: expect waves[1] s0 = 1
; assay: observe exec s0
s_nop 0
