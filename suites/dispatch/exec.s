; EXEC starts with the lanes that have a work item.
; RDNA3 ISA, 3.5; Vega ISA, 3.6.  40 items in a wave of 64: 2^40 - 1.
; kills: partial-full-exec
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules dispatch.exec
; assay: group 40 1 1
; assay: grid 40 1 1
; assay: registers {"COMPUTE_PGM_RSRC1": "0xf0000", "COMPUTE_PGM_RSRC2": 0}
; assay: expect exec = 0xffffffffff
; assay: observe exec
s_nop 0
