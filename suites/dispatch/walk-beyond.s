; Where START is at DIM or beyond, no group is left.
; RDNA3 ISA, 3.5.2; Vega ISA, 3.6; register list, COMPUTE_START_Z, COMPUTE_DIM_Z.
; kills: walk-empty-runs
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules dispatch.walk
; assay: registers {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_PGM_RSRC1": "0xf0000", "COMPUTE_PGM_RSRC2": 0, "COMPUTE_DIM_X": 1, "COMPUTE_DIM_Y": 1, "COMPUTE_DIM_Z": 2, "COMPUTE_START_Z": 2}
; assay: expect instructions = 0
; assay: observe s0
s_nop 0
