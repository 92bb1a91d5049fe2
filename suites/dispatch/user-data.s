; User data registers fill SGPRs from s0 on.
; RDNA3 ISA, 3.5.2; Vega ISA, 3.6.  RSRC2 = 2 user SGPRs << 1 = 4.
; kills: user-sgprs-shifted
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules dispatch.sgpr.user
; assay: registers {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_NUM_THREAD_Y": 1, "COMPUTE_NUM_THREAD_Z": 1, "COMPUTE_PGM_RSRC1": "0xf0000", "COMPUTE_PGM_RSRC2": 4, "COMPUTE_USER_DATA_0": "0x1111", "COMPUTE_USER_DATA_1": "0x2222"}
; assay: expect s0 = 0x1111
; assay: expect s1 = 0x2222
; assay: observe s0 s1
s_nop 0
