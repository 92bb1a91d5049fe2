; On Vega a store before the barrier comes before another wave's load behind it, without a wait: the waves of a group have one way to memory,
; also where other groups may come between.
; Vega ISA, 4.3; errata E-189.  Two groups of two waves: the first of each stores 1 to the group's place, the second loads it: 1 and nothing else.
; kills: order-barrier-free
; assay: arch gfx906
; assay: rules order.way, order.wait
; assay: registers {"COMPUTE_NUM_THREAD_X": 128, "COMPUTE_DIM_X": 2, "COMPUTE_PGM_RSRC1": "0xf0001", "COMPUTE_PGM_RSRC2": "0x84", "COMPUTE_USER_DATA_0": "0x200000", "COMPUTE_USER_DATA_1": 0}
; assay: memory out size=512 address=0x200000
; assay: observe v3
; assay: expect outcome waves[0] v3[0] = 9 ; waves[1] v3[0] = 1 ; waves[2] v3[0] = 9 ; waves[3] v3[0] = 1
v_mov_b32 v3, 9
s_lshl_b32 s3, s2, 8
v_readfirstlane_b32 s4, v0
s_mov_b64 exec, 1
v_mov_b32 v1, s3
v_mov_b32 v2, 1
s_cmp_eq_u32 s4, 0
s_cbranch_scc0 second
s_nop 7
global_store_dword v1, v2, s[0:1]
s_barrier
s_endpgm
second:
s_barrier
s_nop 7
global_load_dword v3, v1, s[0:1]
s_waitcnt vmcnt(0)
