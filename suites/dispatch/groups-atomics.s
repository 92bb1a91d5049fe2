; Atomics of two groups on one dword do not race, and a sum is the same in any order.
; RDNA3 ISA, 2.1; Vega ISA, 2.1.  Group 0 adds 1 and group 1 adds 2: 3.
; kills: group-atomics-race
; assay: arch gfx906
; assay: rules race.groups
; assay: registers {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_DIM_X": 2, "COMPUTE_PGM_RSRC1": "0xf0001", "COMPUTE_PGM_RSRC2": "0x84", "COMPUTE_USER_DATA_0": "0x200000", "COMPUTE_USER_DATA_1": 0}
; assay: memory out size=256 address=0x200000
; assay: expect memory out = u32:3
; assay: observe memory:out
v_mov_b32 v1, 0
v_mov_b32 v2, 0
s_mov_b64 exec, 1
s_add_u32 s3, s2, 1
v_mov_b32 v2, s3
global_atomic_add v1, v2, s[0:1]
s_waitcnt vmcnt(0)
