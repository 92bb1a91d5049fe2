; In CU mode LDS_DIRECT_LOAD gives every lane what a lane has stored before.
; RDNA3 ISA, 12.4.  Lane 2 stores 2 + 5 at 8; M0 is {DWORD, 8}.
; kills: wgp-everywhere
; assay: arch gfx1100
; assay: wave 64
; assay: rules lds.direct.mode
; assay: lds 512
; assay: registers {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_PGM_RSRC1": "0xc0001"}
; assay: expect v2[0:3] = 7, 7, 7, 7
; assay: observe v2
v_lshlrev_b32 v1, 2, v0
v_add_nc_u32 v3, 5, v0
ds_store_b32 v1, v3
s_waitcnt lgkmcnt(0)
s_mov_b32 m0, 0x20008
lds_direct_load v2
s_waitcnt expcnt(0)
