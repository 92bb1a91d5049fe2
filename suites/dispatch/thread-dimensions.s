; With USE_THREAD_DIMENSIONS, DIM counts work items and the last group has what is left.
; RDNA3 ISA, 3.5; Vega ISA, 3.6; register list, COMPUTE_DISPATCH_INITIATOR.  SHADER_EN 1, USE_THREAD_DIMENSIONS 0x20.  100 items in groups of 64: 64 and 36.
; kills: thread-dimensions-ignored
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules dispatch.walk, dispatch.partial
; assay: registers {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_PGM_RSRC1": "0xf0000", "COMPUTE_DISPATCH_INITIATOR": "0x21", "COMPUTE_PGM_RSRC2": 0, "COMPUTE_DIM_X": 100}
; assay: expect waves[0] exec = 0xffffffffffffffff
; assay: expect waves[1] exec = 0xfffffffff
; assay: expect instructions = 2
; assay: observe exec
s_nop 0
