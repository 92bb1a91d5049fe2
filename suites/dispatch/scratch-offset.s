; The scratch offset of a wave is its number times WAVESIZE; no region needs a name of its own.
; Vega ISA, 3.6; register list, COMPUTE_TMPRING_SIZE.  WAVES 2, WAVESIZE 3 << 12: 3 KB.  SCRATCH_EN 1: s0 of wave 1 is 0xc00.
; kills: scratch-offset-lost
; assay: arch gfx906
; assay: rules dispatch.scratch
; assay: registers {"COMPUTE_NUM_THREAD_X": 128, "COMPUTE_PGM_RSRC1": "0xf0000", "COMPUTE_PGM_RSRC2": 1, "COMPUTE_TMPRING_SIZE": "0x3002"}
; assay: expect waves[0] s0 = 0
; assay: expect waves[1] s0 = 0xc00
; assay: observe s0
s_nop 0
