; The work-group word: first wave, the wave's number where Mesa reads it, and the number of waves.
; RDNA3 ISA, Table 11; LLVM AMDGPU guide; Mesa reads bits 11:6 (errata E-051).  TG_SIZE_EN 0x400, 192 items: three waves of 64.
; Wave 2: 2 << 6 | 3 = 0x83, on RDNA3 with 2 << 20.
; kills: group-word-number
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules dispatch.sgpr.group
; assay: registers {"COMPUTE_NUM_THREAD_X": 192, "COMPUTE_PGM_RSRC1": "0xf0000", "COMPUTE_PGM_RSRC2": "0x400"}
; assay: expect waves[0] s0 = 0x80000003
; assay[gfx906]: expect waves[2] s0 = 0x83
; assay[gfx1100]: expect waves[2] s0 = 0x200083
; assay: observe s0
s_nop 0
