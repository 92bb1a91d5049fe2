; A group number that is not enabled takes no SGPR.
; RDNA3 ISA, 3.5.2; Vega ISA, 3.6.  RSRC2 bit 8 alone: the y number is in s0.
; kills: group-id-swapped
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules dispatch.sgpr.user
; assay: group 64 1 1
; assay: grid 64 3 1
; assay: registers {"COMPUTE_PGM_RSRC1": "0xf0000", "COMPUTE_PGM_RSRC2": "0x100"}
; assay: expect waves[1] s0 = 1
; assay: expect waves[2] s0 = 2
; assay: observe s0
s_nop 0
