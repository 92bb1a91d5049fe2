; ORDERED_APPEND_ENBL numbers the waves of the dispatch from WAVE_ID_BASE on in the work-group word.
; RDNA3 ISA, 3.5; Vega ISA, 3.6; CIK register guide, COMPUTE_DISPATCH_INITIATOR; RDNA3 ISA, Table 11.  SHADER_EN 1, ORDERED_APPEND_ENBL 8; WAVE_ID_BASE 5 << 5 = 0xa0.
; Third wave, the first of the second group: 7 << 6 | 2 = 0x1c2 with bit 31.
; kills: ordered-append-ignored
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules dispatch.sgpr.group
; assay: registers {"COMPUTE_DISPATCH_INITIATOR": 9, "COMPUTE_NUM_THREAD_X": 128, "COMPUTE_DIM_X": 2, "COMPUTE_PGM_RSRC2": "0x400", "COMPUTE_MISC_RESERVED": "0xa0"}
; assay: expect waves[0] s0 = 0x80000142
; assay: expect waves[2] s0 = 0x800001c2
; assay: observe s0
s_nop 0
