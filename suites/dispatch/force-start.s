; FORCE_START_AT_000 begins the walk at group 0, whatever START says.
; RDNA3 ISA, 3.5; Vega ISA, 3.6; register list, COMPUTE_DISPATCH_INITIATOR.  SHADER_EN 1, FORCE_START_AT_000 4: 5.  Groups 0 and 1.
; kills: force-start-ignored
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules dispatch.walk
; assay: registers {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_PGM_RSRC1": "0xf0000", "COMPUTE_DISPATCH_INITIATOR": 5, "COMPUTE_PGM_RSRC2": "0x80", "COMPUTE_DIM_X": 2, "COMPUTE_START_X": 1}
; assay: expect waves[0] s0 = 0
; assay: expect waves[1] s0 = 1
; assay: observe s0
s_nop 0
