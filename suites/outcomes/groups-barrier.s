; A barrier waits for no vector access: what a wave issued before it may touch memory when waves of another group have gone on.
; Vega ISA, 4.3, 4.4; RDNA3 ISA, 5.5, 5.6, here in CU mode.  Two groups of two waves: the first of each loads one place, which holds 0, and stores 7 there, in this order
; (the same bytes); then its group meets.  One of the loads comes before both stores; the other finds 0, or what the first one's group stored.
; kills: order-barrier-touches
; assay: arch gfx906 gfx1100
; assay: wave 64
; assay: rules order.groups race.groups
; assay: registers {"COMPUTE_NUM_THREAD_X": 128, "COMPUTE_DIM_X": 2, "COMPUTE_PGM_RSRC1": "0xf0001", "COMPUTE_PGM_RSRC2": "0x84", "COMPUTE_USER_DATA_0": "0x200000", "COMPUTE_USER_DATA_1": 0}
; assay: memory out size=512 address=0x200000
; assay: observe v3
; assay: expect finding race.groups
; assay: expect finding race.groups
; assay: expect outcome waves[0] v3[0] = 0 ; waves[1] v3[0] = 9 ; waves[2] v3[0] = 0 ; waves[3] v3[0] = 9
; assay: expect outcome waves[0] v3[0] = 0 ; waves[1] v3[0] = 9 ; waves[2] v3[0] = 7 ; waves[3] v3[0] = 9
; assay: expect outcome waves[0] v3[0] = 7 ; waves[1] v3[0] = 9 ; waves[2] v3[0] = 0 ; waves[3] v3[0] = 9
v_mov_b32 v3, 9
v_readfirstlane_b32 s4, v0
s_mov_b64 exec, 1
v_mov_b32 v1, 0
v_mov_b32 v2, 7
s_cmp_eq_u32 s4, 0
s_cbranch_scc0 meet
s_nop 7
global_load_dword v3, v1, s[0:1]
global_store_dword v1, v2, s[0:1]
meet:
s_barrier
s_waitcnt vmcnt(0)
