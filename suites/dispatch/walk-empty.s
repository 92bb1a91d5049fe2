; Where a size of the grid is 0, no group runs, however many there are along the other axes.
; RDNA3 ISA, 3.5.2; Vega ISA, 3.6; OpenGL 4.5, 19, DispatchCompute; register list, COMPUTE_DIM_Y.
; kills: walk-empty-runs
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules dispatch.walk
; assay: registers {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_PGM_RSRC1": "0xf0000", "COMPUTE_PGM_RSRC2": 0, "COMPUTE_DIM_X": 3, "COMPUTE_DIM_Y": 0, "COMPUTE_DIM_Z": 2}
; assay: expect instructions = 0
; assay: observe s0
s_nop 0
