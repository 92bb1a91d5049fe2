; Without COMPUTE_SHADER_EN nothing runs.
; RDNA3 ISA, 3.5; Vega ISA, 3.6; register list, COMPUTE_DISPATCH_INITIATOR.
; kills: shader-en-ignored
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules dispatch.walk
; assay: registers {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_PGM_RSRC1": "0xf0000", "COMPUTE_DISPATCH_INITIATOR": 0, "COMPUTE_PGM_RSRC2": 0}
; assay: expect instructions = 0
; assay: observe s0
s_nop 0
