; PARTIAL_TG_EN gives the last group of each axis the partial size of its NUM_THREAD.
; RDNA3 ISA, 3.5; Vega ISA, 3.6; register list, COMPUTE_NUM_THREAD_X.  Full 4 x 4 x 2, partial 3, 2, 1 in bits 31:16; SHADER_EN 1, PARTIAL_TG_EN 2.
; Groups 2 x 2 x 2: 32, 3*4*2 = 24, 4*2*2 = 16, 3*2*2 = 12, and half of each.
; kills: partial-ignored
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules dispatch.partial
; assay: registers {"COMPUTE_DISPATCH_INITIATOR": 3, "COMPUTE_NUM_THREAD_X": "0x30004", "COMPUTE_NUM_THREAD_Y": "0x20004", "COMPUTE_NUM_THREAD_Z": "0x10002", "COMPUTE_DIM_X": 2, "COMPUTE_DIM_Y": 2, "COMPUTE_DIM_Z": 2, "COMPUTE_PGM_RSRC2": 0}
; assay: expect waves[0] exec = 0xffffffff
; assay: expect waves[1] exec = 0xffffff
; assay: expect waves[2] exec = 0xffff
; assay: expect waves[3] exec = 0xfff
; assay: expect waves[4] exec = 0xffff
; assay: expect waves[7] exec = 0x3f
; assay: observe exec
s_nop 0
