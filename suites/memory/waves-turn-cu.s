; In CU mode (RSRC1.WGP_MODE, bit 29, is 0) the waves of a group have one way to vector memory, which keeps the order of issue.
; RDNA3 ISA, 2.1, and errata E-189.  Each item stores its number + 5, meets the others without a wait, and loads that of the other wave's:
; item 0 loads 64 + 5, item 63 loads 127 + 5, item 64 loads 5.
; kills: cu-mode-ignored
; assay: arch gfx1100
; assay: wave 64
; assay: rules race.global
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: memory out address=0x200000 size=512
; assay: registers {"COMPUTE_NUM_THREAD_X": 128, "COMPUTE_USER_DATA_0": "0x200000", "COMPUTE_USER_DATA_1": 0, "COMPUTE_PGM_RSRC1": "0xc0001", "COMPUTE_PGM_RSRC2": "0x4"}
; assay: expect waves[0] v4[0] = 69
; assay: expect waves[0] v4[63] = 132
; assay: expect waves[1] v4[0] = 5
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
