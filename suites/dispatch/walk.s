; The walk over groups begins at START and ends at DIM, on each axis by itself.
; RDNA3 ISA, 3.5.2; Vega ISA, 3.6; register list.  TGID_X, Y, Z: 0x380.  X: 2; Y: 1, 2; Z: 0.  Two groups: (2, 1, 0) and (2, 2, 0).
; kills: walk-from-zero
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules dispatch.walk
; assay: registers {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_PGM_RSRC1": "0xf0000", "COMPUTE_PGM_RSRC2": "0x380", "COMPUTE_DIM_X": 3, "COMPUTE_START_X": 2, "COMPUTE_DIM_Y": 3, "COMPUTE_START_Y": 1, "COMPUTE_DIM_Z": 1}
; assay: expect waves[0] s0 = 2
; assay: expect waves[0] s1 = 1
; assay: expect waves[1] s0 = 2
; assay: expect waves[1] s1 = 2
; assay: expect waves[1] s2 = 0
; assay: expect instructions = 2
; assay: observe s0 s1 s2
s_nop 0
