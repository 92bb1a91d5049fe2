; In WGP mode (RSRC1.WGP_MODE, bit 29, is 1) the waves of a group may run on two CUs: only a wait before the barrier orders them.
; RDNA3 ISA, 2.1, 5.6, and errata E-189.
; kills: turn-for-all
; assay: arch gfx1100
; assay: wave 64
; assay: rules race.global
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: memory out address=0x200000 size=512
; assay: registers {"COMPUTE_NUM_THREAD_X": 128, "COMPUTE_USER_DATA_0": "0x200000", "COMPUTE_USER_DATA_1": 0, "COMPUTE_PGM_RSRC1": "0x200c0001", "COMPUTE_PGM_RSRC2": "0x4"}
; assay: expect finding race.global
; assay: expect finding race.global
; assay: observe v4
v_lshlrev_b32 v1, 2, v0
v_xor_b32 v2, 0x100, v1
v_add_nc_u32 v3, 5, v0
v_mov_b32 v4, 0
global_store_b32 v1, v3, s[0:1]
s_barrier
global_load_b32 v4, v2, s[0:1]
s_waitcnt vmcnt(0)
s_endpgm
