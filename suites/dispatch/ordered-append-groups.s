; ORDERED_APPEND_MODE numbers groups, not waves.
; RDNA3 ISA, 3.5; Vega ISA, 3.6; CIK register guide, COMPUTE_DISPATCH_INITIATOR.  SHADER_EN 1, ORDERED_APPEND_ENBL 8, _MODE 0x10; both waves of group 1 have 1 << 6 | 2 = 0x42.
; RDNA3 has the wave's number in bits 24:20 too.
; kills: ordered-groups-as-waves
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules dispatch.sgpr.group
; assay: registers {"COMPUTE_DISPATCH_INITIATOR": "0x19", "COMPUTE_NUM_THREAD_X": 128, "COMPUTE_DIM_X": 2, "COMPUTE_PGM_RSRC2": "0x400"}
; assay: expect waves[2] s0 = 0x80000042
; assay[gfx906]: expect waves[3] s0 = 0x42
; assay[gfx1100]: expect waves[3] s0 = 0x100042
; assay: observe s0
s_nop 0
