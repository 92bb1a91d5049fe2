; Groups that take turns do what they do one after the other: ten of them, of which eight are there at once.
; RDNA3 ISA, 2.1; Vega ISA, 2.1.  Group n stores 7 + n at 4 * n, loads it, adds 1 and stores it again.
; kills: groups-as-waves
; assay: arch gfx906
; assay: rules race.groups
; assay: schedule seeded
; assay: registers {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_DIM_X": 10, "COMPUTE_PGM_RSRC1": "0xf0001", "COMPUTE_PGM_RSRC2": "0x84", "COMPUTE_USER_DATA_0": "0x200000", "COMPUTE_USER_DATA_1": 0}
; assay: memory out size=256 address=0x200000
; assay: expect memory out = u32:8,9,10,11,12,13,14,15,16,17
; assay: observe memory:out
v_mov_b32 v2, 0
v_mov_b32 v3, 0
v_mov_b32 v4, 0
s_mov_b64 exec, 1
v_lshlrev_b32_e64 v3, 2, s2
s_add_u32 s3, s2, 7
v_mov_b32 v2, s3
global_store_dword v3, v2, s[0:1]
s_waitcnt vmcnt(0)
global_load_dword v4, v3, s[0:1]
s_waitcnt vmcnt(0)
v_add_u32 v4, 1, v4
global_store_dword v3, v4, s[0:1]
