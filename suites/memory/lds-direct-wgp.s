; LDS_PARAM_LOAD and LDS_DIRECT_LOAD work in CU mode only: not where RSRC1.WGP_MODE, bit 29, is 1.
; RDNA3 ISA, 2.3, 12.2.1, 12.4.
; kills: wgp-loads
; assay: arch gfx1100
; assay: wave 64
; assay: rules lds.direct.mode
; assay: lds 512
; assay: registers {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_PGM_RSRC1": "0x200c0001"}
; assay: expect finding lds.direct.mode
; assay: expect finding lds.direct.mode
; assay: expect s0 = 1
; assay: observe s0
s_mov_b32 m0, 0
lds_param_load v1, attr0.x
s_mov_b32 m0, 0x20000
lds_direct_load v2
s_waitcnt expcnt(0)
s_mov_b32 s0, 1
