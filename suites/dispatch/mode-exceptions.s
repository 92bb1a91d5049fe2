; MODE starts with EXCP_EN and EXCP_EN_MSB of RSRC2 and FP16_OVFL of RSRC1; DEBUG on Vega.
; RDNA3 ISA, 3.4.2; Vega ISA, 3.5; LLVM AMDGPU guide.  EXCP_EN 0x2a << 24, MSB 2 << 13; FP16_OVFL 1 << 26, IEEE 1 << 23, DEBUG 1 << 22.
; EXCP_EN is bits 20:12 of MODE: 0x2a << 12 | 2 << 19 = 0x12a000; with FP16_OVFL 23, IEEE 9, DEBUG 11, FLOAT_MODE 0xf0.
; kills: excp-msb-ignored
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules dispatch.mode
; assay[gfx906]: registers {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_PGM_RSRC1": "0x4cf0000", "COMPUTE_PGM_RSRC2": "0x2a004000"}
; assay[gfx1100]: registers {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_PGM_RSRC1": "0x48f0000", "COMPUTE_PGM_RSRC2": "0x2a004000"}
; assay[gfx906]: expect mode = 0x92aaf0
; assay[gfx1100]: expect mode = 0x92a2f0
; assay: observe mode
s_nop 0
