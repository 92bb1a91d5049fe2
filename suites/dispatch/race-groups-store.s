; Two groups that store to one dword race: groups run in any order.
; RDNA3 ISA, 2.1; Vega ISA, 2.1.  Both store their number at offset 0.
; kills: groups-unwatched
; assay: arch gfx906
; assay: rules race.groups
; assay: registers {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_DIM_X": 2, "COMPUTE_PGM_RSRC1": "0xf0001", "COMPUTE_PGM_RSRC2": "0x84", "COMPUTE_USER_DATA_0": "0x200000", "COMPUTE_USER_DATA_1": 0}
; assay: memory out size=256 address=0x200000
; assay: expect finding race.groups
; assay: observe s2
s_mov_b64 exec, 1
v_mov_b32 v1, 0
v_mov_b32 v2, s2
global_store_dword v1, v2, s[0:1]
